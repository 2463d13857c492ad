import type { Transacting } from "@postern/core";
import { accounts, isOpen, LOCAL, laneOf, type OutboxRecord, outbox } from "../collections.ts";
import { outboxDelivered, outboxDied, outboxFailed } from "../events.ts";
import { deliveries } from "./queue.ts";

/*
 * Entries of a lane are delivered in order: only the first one is in the queue, and the next one is queued in the
 * commit that settles it. Every function that stages, drops or settles an entry preserves this.
 */

/** Stages that the first entry of the lane is queued, unless it already is or its account is stopped. */
export async function queueHead(ctx: Transacting, entry: OutboxRecord): Promise<void> {
  const { store } = ctx;
  const { items } = await store.find(outbox, { by: "byLane", prefix: laneOf(entry), limit: 1 });
  const [head] = items;
  if (!head || head.queueId !== undefined || head.accountId === LOCAL) return;
  if ((await store.get(accounts, head.accountId))?.status === "stopped") return;
  const queueId = await deliveries.add(ctx, { outbox: head.id, account: head.accountId });
  await store.put(outbox, { ...head, queueId, nextAttemptAt: ctx.now, delay: 0 });
}

const entryData = ({ id, accountId, calendarId, eventId }: OutboxRecord) => ({
  outboxId: id,
  accountId,
  calendarId,
  eventId,
});

/** Why an attempt failed, or why there is none. */
type Failure = Required<Pick<OutboxRecord, "lastErrorCode">> & Pick<OutboxRecord, "lastError">;

function withoutError({ lastErrorCode: _code, lastError: _error, ...rest }: OutboxRecord): OutboxRecord {
  return rest as OutboxRecord;
}

function withoutSchedule(entry: OutboxRecord): OutboxRecord {
  const { nextAttemptAt: _at, delay: _delay, queueId: _queued, ...rest } = entry;
  return rest;
}

/** Stages the start of an attempt. Returns undefined if there is nothing to deliver, or not now. */
export async function lease(ctx: Transacting, id: string): Promise<OutboxRecord | undefined> {
  const { store, now } = ctx;
  const entry = await store.get(outbox, id);
  if (!entry || !isOpen(entry)) return undefined;
  if ((await store.get(accounts, entry.accountId))?.status === "stopped") {
    await park(ctx, entry);
    return undefined;
  }
  const { nextAttemptAt: _at, delay: _delay, ...rest } = entry;
  const leased = { ...rest, status: "leased" as const, attemptCount: entry.attemptCount + 1, updatedAt: now };
  await store.put(outbox, leased);
  return leased;
}

/** Stages that an unfinished attempt is undone as if it had not started. */
export async function release({ store, now }: Transacting, id: string): Promise<void> {
  const entry = await store.get(outbox, id);
  if (entry?.status !== "leased") return;
  const attemptCount = Math.max(0, entry.attemptCount - 1);
  const status = attemptCount > 0 ? ("failed" as const) : ("pending" as const);
  await store.put(outbox, { ...entry, status, attemptCount, nextAttemptAt: now, delay: 0, updatedAt: now });
}

/** Stages that an entry waits until its account is resumed. */
export async function park({ store, now }: Transacting, entry: OutboxRecord, failure?: Failure): Promise<void> {
  const status = entry.attemptCount > 0 ? ("failed" as const) : ("pending" as const);
  await store.put(outbox, {
    ...withoutSchedule(entry),
    status,
    updatedAt: now,
    ...failure,
  });
}

/** Stages that an entry was delivered: `acked` if the provider confirmed it, `sent` if it only passes it on. */
export async function settle(
  ctx: Transacting,
  id: string,
  status: "acked" | "sent",
  providerResult: Readonly<Record<string, unknown>>,
): Promise<void> {
  const entry = await ctx.store.get(outbox, id);
  if (!entry || !isOpen(entry)) return;
  const rest = withoutError(withoutSchedule(entry));
  const settled = { ...rest, status, providerResult: { ...providerResult }, updatedAt: ctx.now };
  await ctx.store.put(outbox, settled);
  ctx.emit(outboxDelivered, { ...entryData(settled), status, attemptCount: settled.attemptCount });
  await queueHead(ctx, settled);
}

/** Stages a failed attempt and the time of the next one. */
export async function fail(ctx: Transacting, id: string, failure: Failure, delay: number): Promise<void> {
  const entry = await ctx.store.get(outbox, id);
  if (!entry || !isOpen(entry)) return;
  const nextAttemptAt = ctx.now + delay;
  await ctx.store.put(outbox, { ...entry, ...failure, status: "failed", nextAttemptAt, delay, updatedAt: ctx.now });
  const { lastErrorCode } = failure;
  ctx.emit(outboxFailed, { ...entryData(entry), attemptCount: entry.attemptCount, lastErrorCode, nextAttemptAt });
}

/** Stages that an entry is dead, and that the next one of its lane is delivered. */
export async function markDead(ctx: Transacting, entry: OutboxRecord, failure: Failure): Promise<OutboxRecord> {
  const { lastErrorCode } = failure;
  const kept = withoutError(withoutSchedule(entry));
  const dead: OutboxRecord = { ...kept, ...failure, status: "dead", updatedAt: ctx.now };
  await ctx.store.put(outbox, dead);
  if (entry.queueId !== undefined) await deliveries.discardAbout(ctx, entry.id);
  ctx.emit(outboxDied, { ...entryData(dead), attemptCount: dead.attemptCount, lastErrorCode });
  await queueHead(ctx, dead);
  return dead;
}

/** Stages a retry of an entry with its attempt count reset. */
export async function retryEntry(ctx: Transacting, entry: OutboxRecord): Promise<OutboxRecord> {
  if (entry.queueId !== undefined) await deliveries.discardAbout(ctx, entry.id);
  const rest = withoutError(withoutSchedule(entry));
  await ctx.store.put(outbox, { ...rest, status: "pending", attemptCount: 0, updatedAt: ctx.now });
  await queueHead(ctx, entry);
  return (await ctx.store.get(outbox, entry.id)) as OutboxRecord;
}
