import type { Caller, Transacting } from "@postern/core";
import { causeToStore } from "./cause.ts";
import type { ConsumerContext } from "./consumer.ts";
import type { Stored } from "./entry.ts";
import { enter, type Line } from "./lane.ts";
import { ownerOf } from "./owner.ts";
import { repeats, rescheduled } from "./rules.ts";
import { isSame, nextRun, type Repetition, repetitionOf } from "./schedule.ts";
import type { AddOptions } from "./types.ts";
import type { QueueWorker } from "./worker.ts";

/** The queue that an entry is added to. */
interface Adding {
  readonly id: string;
  readonly line: Line;
  readonly def: {
    readonly about?: { readonly of: (payload: never) => string };
    readonly share?: { readonly of: (payload: never) => string | undefined };
    readonly lane?: (payload: never) => string | undefined;
  };
  readonly started: (host: object) => QueueWorker["started"] | undefined;
}

type Context = Pick<Transacting, "store" | "now" | "number" | "id"> & {
  readonly caller?: Caller;
} & Partial<ConsumerContext>;

/** Stages an entry. Returns its id, or that of the entry that has its key. */
export async function add(
  { id: queue, line, def, started }: Adding,
  ctx: Context,
  payload: unknown,
  { key, once = false, delay = 0, at, owner = ownerOf(ctx.caller), cause: given, ...schedule }: AddOptions,
): Promise<string> {
  const { store, now, id } = ctx;
  if (at !== undefined && def.lane) throw new Error(`Queue ${queue}: an entry of a lane cannot have a time`);
  const repetition = repetitionOf(schedule);
  const before = key === undefined ? undefined : await store.one(line.entries, "byKey", key);
  if (before && !isOver(before, once, at)) {
    if (!isSame(before, repetition)) await store.put(line.entries, rescheduled(before, repetition, now));
    return before.id;
  }
  const share = def.share?.of(payload as never);
  const cause = causeToStore(ctx, given);
  const dueAt = at ?? dueTime(repetition, now, delay);
  const made: Stored = {
    id: before?.id ?? id("entry_"),
    status: "waiting",
    payload,
    attempts: 0,
    createdAt: now,
    dueAt,
    delay: Math.max(0, dueAt - now),
    ...(at !== undefined && { isTimed: true }),
    ...repetition,
    ...(def.about && { about: def.about.of(payload as never) }),
    ...(key !== undefined && { key }),
    ...(share !== undefined && { share }),
    ...(owner !== undefined && { owner }),
    ...(cause && { cause }),
  };
  // A repeating entry is never done, so it would block its lane.
  const lane = repeats(repetition) ? undefined : def.lane?.(payload as never);
  await enter(ctx, line, made, lane, (entry) => (ctx.host && started(ctx.host)?.(ctx, entry)) ?? entry);
  return made.id;
}

/**
 * Whether an entry with the same key starts again. One with a new time always does: an attempt that runs changes nothing
 * any longer, as if it had been discarded.
 */
const isOver = ({ status }: Stored, once: boolean, at: number | undefined): boolean =>
  at !== undefined || (!once && (status === "dead" || status === "discarded"));

const dueTime = (repetition: Repetition, now: number, delay: number): number =>
  repetition.cron === undefined ? now + delay : nextRun(repetition, now + delay);
