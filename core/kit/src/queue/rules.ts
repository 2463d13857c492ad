import type { Transacting } from "@postern/core";
import { messageOf } from "@postern/core/storage";
import { withJitter } from "./backoff.ts";
import type { Entries, Stored } from "./entry.ts";
import { isUntried, retryOf } from "./fault.ts";
import { nextRun, type Repetition } from "./schedule.ts";

/** How a queue treats its entries. All times in milliseconds. */
export interface Rules {
  /** The delays after the first failure, the second and so on, each ±20 %. After the last one an entry is dead. */
  readonly backoff: readonly number[];
  /** How long a claim excludes other workers. Renewed during the work. */
  readonly lease: number;
}

/** Maximum delay, whatever a handler requests. */
const MAX_LENGTH = 24 * 60 * 60 * 1000;
const MAX_ERROR = 500;

/** An entry after a failed attempt: waiting again, or dead. */
export function failed(entry: Stored, error: unknown, now: number, { backoff }: Rules): Stored {
  const requested = retryOf(error);
  const wait = backoff[entry.attempts - 1];
  const { lease: _, ...rest } = entry;
  const reason = messageOf(error).slice(0, MAX_ERROR);
  if (typeof requested === "number" && isUntried(error)) {
    const delay = Math.min(MAX_LENGTH, requested);
    return { ...rest, status: "waiting", attempts: entry.attempts - 1, error: reason, delay, dueAt: now + delay };
  }
  if (requested === "never" || wait === undefined) return { ...rest, status: "dead", error: reason, finishedAt: now };
  const delay = Math.min(MAX_LENGTH, requested === undefined ? withJitter(wait) : Math.max(requested, 0));
  return { ...rest, status: "waiting", error: reason, delay, dueAt: now + delay };
}

/** An entry that is due immediately, with all its attempts left. */
export function renewed(entry: Stored, now: number): Stored {
  const { lease: _, finishedAt: __, ...rest } = entry;
  return { ...rest, status: "waiting", attempts: 0, delay: 0, dueAt: now };
}

export const repeats = ({ every, cron }: Repetition): boolean => every !== undefined || cron !== undefined;

/** A repeating entry after a run, or after its last attempt: it waits for its next run. */
export function repeated(entry: Stored, now: number): Stored {
  const dueAt = nextRun(entry, now);
  return { ...renewed(entry, now), delay: Math.max(0, dueAt - now), dueAt };
}

/** The entry with another schedule, or none. It waits no longer than the new schedule allows. */
export function rescheduled(before: Stored, schedule: Repetition, now: number): Stored {
  const { every: _, cron: __, timeZone: ___, ...rest } = before;
  const entry = { ...rest, ...schedule };
  if (!repeats(schedule)) return entry;
  const isWaiting = entry.status === "waiting" && entry.attempts === 0;
  if (entry.status === "done" || (isWaiting && schedule.cron !== undefined)) return repeated(entry, now);
  const { every = entry.delay } = schedule;
  return { ...entry, dueAt: Math.min(entry.dueAt, now + every), delay: Math.min(entry.delay, every) };
}

/** An unfinished entry that its worker has released. The attempt does not count. */
export const unattempted = (entry: Stored, now: number): Stored => ({
  ...renewed(entry, now),
  attempts: Math.max(0, entry.attempts - 1),
});

/**
 * Corrects entries whose due time exceeds their delay, because the clock was set back: they become due after that delay
 * at the latest, or at the next time of their calendar. Returns the cursor, if there may be more.
 */
export async function correctDueTimes(
  { store, now }: Transacting,
  entries: Entries,
  { lease: length }: Rules,
  after: string | undefined,
): Promise<string | undefined> {
  const page = await store.unchecked.find(entries, {
    by: "byDue",
    from: ["waiting", now + 1],
    to: ["waiting", Number.MAX_SAFE_INTEGER],
    limit: 200,
    ...(after !== undefined && { after }),
  });
  for (const { id } of page.items) {
    const entry = await store.get(entries, id);
    if (entry?.status !== "waiting" || entry.dueAt <= now + entry.delay) continue;
    if (entry.isTimed && entry.attempts === 0) continue;
    const isOnCalendar = entry.cron !== undefined && entry.attempts === 0;
    await store.put(entries, isOnCalendar ? repeated(entry, now) : { ...entry, dueAt: now + entry.delay });
  }
  if (after === undefined) {
    const running = await store.unchecked.find(entries, {
      by: "byDue",
      from: ["running", now + length + 1],
      limit: 200,
    });
    for (const { id } of running.items) {
      const entry = await store.get(entries, id);
      if (entry?.status === "running" && entry.lease)
        await store.put(entries, { ...entry, lease: { ...entry.lease, until: now + length } });
    }
  }
  return page.next;
}
