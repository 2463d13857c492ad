import { type Completion, nonRetryable, postpone, type QueueEntry } from "@postern/kit/queue";
import { blockOf } from "../blocked.ts";
import { adapters, places, type SendingRecord, sendings } from "../collections.ts";
import type { OurHost } from "../host.ts";
import type { Outlet } from "../runtime/types.ts";
import type { Attempt } from "./attempt.ts";
import { change } from "./change.ts";
import type { OutboxEntry, OutboxNote } from "./entry.ts";
import { send } from "./send.ts";

/** Milliseconds until the next check whether an adapter is connected, or enabled. */
const LOOK = 2_000;
const LOOK_LATER = 15_000;

/** Performs the action of an outbox entry. */
export async function perform(
  entry: QueueEntry<OutboxEntry>,
  { host, signal, note }: { host: OurHost; signal: AbortSignal; note: (note: OutboxNote) => void },
): Promise<Completion | undefined> {
  const { adapter, chatId, messageId, place, does } = entry.payload;
  const { runtime } = host.state;
  const fail = (reason: string) => {
    note({ outcome: "refused", reason });
    return nonRetryable(reason);
  };
  if (!(await host.store.get(adapters, adapter))) throw fail(`Adapter "${adapter}" was removed`);
  const current = await host.store.one(places, "byChat", chatId);
  if (current?.adapter !== adapter || current.place !== place)
    throw fail("The chat is no longer connected to this conversation");
  const outlet = await outletOf(host, adapter, note);
  const before = await host.store.get(sendings, messageId);
  const sending: SendingRecord = before ?? { messageId, chatId, adapter, place, revision: 0, parts: [] };
  let last: OutboxNote | undefined;
  const record = (now: OutboxNote) => {
    last = now;
    note(now);
  };
  try {
    const attempt = { host, entry, outlet, signal, sending, note: record };
    const outcome = await (does === "send" ? send(attempt) : change(attempt));
    note(outcome.note);
    if (outcome.note.outcome === "nothing") return outcome.settle;
    outlet.sent();
    runtime?.monitor.sent(host.now());
    return outcome.settle;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // Waiting for the rate limit is not a failure.
    if (!signal.aborted && last?.outcome !== "waiting") runtime?.monitor.failed(reason, host.now());
    throw error;
  }
}

/** The outlet of an adapter. If there is none, the entry waits without using up an attempt. */
async function outletOf(host: OurHost, id: string, note: Attempt["note"]): Promise<Outlet> {
  const record = await host.store.get(adapters, id);
  const waitFor = (wait: number, reason: string) => {
    note({ outcome: "waiting", reason });
    return postpone(wait, reason);
  };
  const block = record && (await blockOf(host.store, record, host.now()));
  if (block) throw waitFor(LOOK_LATER, `Adapter "${id}" sends nothing: ${block.reason}`);
  const adapter = host.state.runtime?.find(id);
  const outlet = adapter?.outlet();
  if (outlet) return outlet;
  throw waitFor(LOOK, `Adapter "${id}" is not connected: ${adapter?.reason() ?? "the runner has not started it yet"}`);
}
