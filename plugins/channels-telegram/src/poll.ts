import { setTimeout as pause } from "node:timers/promises";
import type { Intake, Troubles } from "@postern/channels/kind";
import type { AdapterContext, Inbound } from "@postern/channels/services";
import type { Api } from "grammy";
import type { Update } from "grammy/types";
import { faultOf } from "./answers.ts";
import { LONG_POLL } from "./api.ts";
import { readUpdate, WANTED } from "./updates.ts";

interface Poll {
  readonly api: Api;
  /** The bot's own id. */
  readonly self: number;
  readonly context: Pick<AdapterContext, "log" | "adapter">;
  readonly intake: Intake;
  readonly troubles: Troubles;
  readonly signal: AbortSignal;
  /** Milliseconds until the first retry while another program receives the updates. Doubled each time. */
  readonly conflictWait?: number;
}

const MAX_WAIT = 60_000;
/** Seconds without another failure after which the adapter is no longer degraded. */
const QUIET = 5;

/**
 * Polls for updates until an error ends it, and returns the reason. Asking for later updates confirms the earlier ones,
 * so this is done only after they are stored. The position is not stored here: after a restart Telegram delivers the
 * oldest unconfirmed updates, even if their numbers restart after a quiet week.
 */
export async function poll(polling: Poll): Promise<{ reason: string; permanent?: boolean }> {
  const { api, troubles, signal, conflictWait = 3_000 } = polling;
  let offset: number | undefined;
  let conflicts = 0;
  let isTroubled = false;
  while (!signal.aborted) {
    try {
      const asked = {
        limit: 100,
        timeout: isTroubled ? QUIET : LONG_POLL,
        allowed_updates: WANTED,
        ...(offset !== undefined && { offset }),
      };
      // grammY uses the AbortSignal type of another package.
      const updates: unknown = await api.raw.getUpdates(asked, signal as never);
      if (!Array.isArray(updates)) return { reason: "Telegram did not answer with a valid Bot API response" };
      conflicts = 0;
      isTroubled = false;
      troubles.clear("updates");
      offset = await storeUpdates(polling, updates);
    } catch (error) {
      if (signal.aborted) break;
      const fault = faultOf(error);
      if (fault.word === "barred") return { reason: fault.reason, permanent: true };
      if (fault.word !== "conflict" && fault.word !== "limited") return { reason: fault.reason };
      isTroubled = true;
      troubles.set("updates", fault.reason);
      const wait = fault.word === "limited" ? fault.wait : Math.min(conflictWait * 2 ** conflicts++, MAX_WAIT);
      await pause(wait, undefined, { signal }).catch(() => {});
    }
  }
  return { reason: "Closed" };
}

/** Resolves when all updates are stored, with the next update number to ask for. Undefined if there are no updates. */
async function storeUpdates({ context, intake, self }: Poll, updates: readonly Update[]): Promise<number | undefined> {
  const left = new Set<number>();
  let next: number | undefined;
  for (const update of updates) {
    const number = update?.update_id;
    if (!Number.isSafeInteger(number)) continue;
    next = Math.max(next ?? 0, number + 1);
    const inbounds = read(context, update, self);
    let open = inbounds.length;
    if (open > 0) left.add(number);
    for (const inbound of inbounds) {
      intake.add(inbound, () => {
        if (--open === 0) left.delete(number);
      });
    }
  }
  await intake.idle();
  // If the adapter stops, some may have been discarded: they are delivered again.
  return left.size > 0 ? Math.min(...left) : next;
}

/** An update that cannot be read is skipped: it would otherwise be delivered repeatedly and block the following ones. */
function read({ log, adapter }: Poll["context"], update: Update, self: number): Inbound[] {
  try {
    return readUpdate(update, self);
  } catch {
    log.warn({ adapter, update: update.update_id }, "A Telegram update could not be read");
    return [];
  }
}
