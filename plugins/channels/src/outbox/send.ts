import { nonRetryable, postpone, retryIn } from "@postern/core/queue";
import { drafts, type SendingRecord } from "../collections.ts";
import { messageSent } from "../events.ts";
import { type Outgoing, verdictOf } from "../services.ts";
import { type Attempt, failureOf, type Outcome } from "./attempt.ts";
import { begin, finished, partSent, putBack, setAmbiguous } from "./progress.ts";
import { partsOf } from "./split.ts";

/** Milliseconds that a platform has to take a message. */
const SENDING = 30_000;
/** For so long it is waited for a platform's allowance; for longer, others get their turn. */
const PATIENCE = 1_000;
const SOON = 500;

const nothing = (reason: string): Outcome => ({ note: { outcome: "nothing", reason } });

/** Sends a message, each part once. */
export async function send(attempt: Attempt): Promise<Outcome> {
  const { host, sending, entry } = attempt;
  const { messageId, revision } = entry.payload;
  if (sending.revision >= revision) return nothing("It is out already, as it is now");
  const message = await host.services.chats?.message(messageId);
  const isBegun = sending.begun !== undefined || sending.ambiguous !== undefined;
  if (!sending.isRemoved && sending.revision > 0 && !isBegun && sending.target === undefined)
    return nothing("It is out already");
  if (message?.content.text === undefined && sending.parts.length === 0 && !isBegun)
    return nothing("It was deleted before it was sent");
  const draft = (await host.store.get(drafts, messageId))?.text;
  const text = draft ?? message?.content.text;
  if (text === undefined) throw nonRetryable("It was deleted while it was being sent");
  const target = draft === undefined ? (message?.revision ?? revision) : (sending.target ?? revision);
  const { isRemoved, ...standing } = sending;
  return sendText({ ...attempt, sending: isRemoved ? { ...standing, parts: [] } : standing }, text, target);
}

/** Sends those parts of a text that are not out yet. */
export async function sendText(attempt: Attempt, text: string, target: number): Promise<Outcome> {
  const { host, outlet, entry, note } = attempt;
  const parts = partsOf(text, outlet.kind.text);
  let sending: SendingRecord = { ...attempt.sending, target };
  while (sending.parts.length < parts.length) {
    const part = sending.parts.length;
    const content = parts[part] as string;
    const outgoing: Outgoing = {
      place: sending.place,
      text: content,
      idempotencyKey: `${entry.id}.${part}`,
    };
    const known = await lookInto({ ...attempt, sending }, outgoing);
    if (known) {
      sending = await partSent(host, sending, known.id);
      continue;
    }
    await allowed(attempt, sending.place);
    sending = await begin(host, entry, sending, part, parts.length > 1 ? text : undefined);
    const { id } = await handedOver({ ...attempt, sending }, outgoing);
    sending = await partSent(host, sending, id);
    if (parts.length > 1) note({ outcome: "waiting", parts: parts.length, out: part + 1 });
  }
  return {
    note: { outcome: parts.length === 0 ? "nothing" : "sent", parts: parts.length },
    async settle(ctx) {
      const { adapter, chatId, messageId } = sending;
      await finished(ctx, sending, target);
      if (parts.length > 0) ctx.emit(messageSent, { adapter, chatId, messageId, parts: parts.length });
    },
  };
}

/** What became of a part whose sending was begun and left open; undefined where it is to be sent now. */
async function lookInto(attempt: Attempt, outgoing: Outgoing): Promise<{ id?: string } | undefined> {
  const { host, outlet, entry, sending, signal, note } = attempt;
  const { begun, ambiguous } = sending;
  if (ambiguous) {
    // The first attempt is one that somebody asked for who has seen it; a later one is what a crash has left.
    if (entry.attempt === 1) return undefined;
    note({ outcome: "ambiguous", reason: ambiguous.reason });
    throw nonRetryable(ambiguous.reason);
  }
  if (!begun || outlet.kind.idempotent) return undefined;
  if (entry.attempt === 1) throw retryIn(SOON, "An attempt before it was cut off; it is looked into");
  const { link } = outlet;
  const late = "The platform did not tell in time whether it has it";
  const confirm = async (limit: AbortSignal) => link.confirm?.(outgoing, limit) ?? "unknown";
  const said = await outlet.ask(confirm, { limit: SENDING, signal, late }).catch((error: unknown) => {
    throw failureOf(error, note);
  });
  if (said !== "unknown") return said.sent ? { ...(said.id !== undefined && { id: said.id }) } : undefined;
  const reason = `ambiguous: part ${begun.part + 1} may have been sent or not, and the platform cannot tell; retry sends it again, discard lets it be`;
  await setAmbiguous(host, sending, entry.attempt, reason);
  note({ outcome: "ambiguous", reason });
  throw nonRetryable(reason);
}

/** Waits until the platform lets one send. */
export async function allowed({ outlet, signal, note }: Attempt, place: string): Promise<void> {
  for (;;) {
    const wait = outlet.allowance.take(place);
    if (wait === 0) return;
    if (wait > PATIENCE) {
      note({ outcome: "waiting", reason: "The platform lets one send no faster" });
      throw postpone(wait, "The platform lets one send no faster");
    }
    await new Promise((resolve) => setTimeout(resolve, wait));
    signal.throwIfAborted();
  }
}

async function handedOver(attempt: Attempt, outgoing: Outgoing): Promise<{ readonly id?: string }> {
  const { host, outlet, signal, sending, note } = attempt;
  try {
    const late = `The platform did not take it within ${SENDING / 1000} s`;
    const work = (limit: AbortSignal) => outlet.link.send(outgoing, limit);
    // It is taken, whatever a kind answers besides.
    const { id } = ((await outlet.ask(work, { limit: SENDING, signal, late })) as { id?: unknown } | undefined) ?? {};
    return typeof id === "string" && id !== "" ? { id } : {};
  } catch (error) {
    const word = verdictOf(error)?.word;
    // It certainly was not sent: nothing is left open.
    if (word) await putBack(host, sending);
    throw failureOf(error, note);
  }
}
