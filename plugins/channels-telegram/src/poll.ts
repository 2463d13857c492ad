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
  /** Milliseconds after which updates are asked for again while somebody else takes them, twice as many each time. */
  readonly conflictWait?: number;
}

const MOST_WAIT = 60_000;
/** Seconds without another failure after which all is well again. */
const QUIET = 5;

/**
 * Asks for updates until that fails, and answers why it did. Telegram forgets updates once later ones are asked for: that
 * is done only when they are stored. Where there is nothing to be forgotten the oldest are asked for, so nothing has to be
 * remembered here, and numbers that begin anew, as they do after a quiet week, lose nothing.
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
      // grammY's own type of signals is another package's.
      const updates: unknown = await api.raw.getUpdates(asked, signal as never);
      if (!Array.isArray(updates)) return { reason: "Telegram answered what the Bot API does not know" };
      conflicts = 0;
      isTroubled = false;
      troubles.clear("updates");
      offset = await takeIn(polling, updates);
    } catch (error) {
      if (signal.aborted) break;
      const fault = faultOf(error);
      if (fault.word === "barred") return { reason: fault.reason, permanent: true };
      if (fault.word !== "conflict" && fault.word !== "limited") return { reason: fault.reason };
      isTroubled = true;
      troubles.set("updates", fault.reason);
      const wait = fault.word === "limited" ? fault.wait : Math.min(conflictWait * 2 ** conflicts++, MOST_WAIT);
      await pause(wait, undefined, { signal }).catch(() => {});
    }
  }
  return { reason: "Closed" };
}

/** Resolves once all of them are stored, with the number from which Telegram is to go on; undefined for none. */
async function takeIn({ context, intake, self }: Poll, updates: readonly Update[]): Promise<number | undefined> {
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
  // Some may have been let go, because the adapter stops: those come again.
  return left.size > 0 ? Math.min(...left) : next;
}

/** An update that is not as Telegram promises would come again and again, and hold up all that follow. */
function read({ log, adapter }: Poll["context"], update: Update, self: number): Inbound[] {
  try {
    return readUpdate(update, self);
  } catch {
    log.warn({ adapter, update: update.update_id }, "an update of Telegram was not understood");
    return [];
  }
}
