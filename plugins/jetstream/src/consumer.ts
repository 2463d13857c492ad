import { type Caller, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { canAccessCreated } from "@postern/kit/access";
import { type ConsumerRecord, changes, consumers, deadCount, handledCount } from "./collections.ts";
import { ConsumerNotFound, DeadLetterLoop } from "./errors.ts";
import { consumerDisabled } from "./events.ts";
import { runningOf } from "./link/lease.ts";
import { matchesFilter } from "./nats/subject.ts";
import type { Consumer, ShownConsumer, StatusReason } from "./schemas.ts";

/** Returns the consumer. Throws 404, also if the caller may neither see nor change it. */
export async function ownConsumerOf(store: Reads, caller: Caller, id: string): Promise<ConsumerRecord> {
  const consumer = await store.get(consumers, id);
  if (!consumer || !(await canAccessCreated(store, caller, consumer.contextId))) throw ConsumerNotFound({ id });
  return consumer;
}

/** A consumer as events carry it. */
export const toConsumer = ({ isOwn: _, isPrivate: __, ...consumer }: ConsumerRecord): Consumer => consumer;

/** A consumer as callers see it, with its progress. */
export async function showConsumer(store: Reads, record: ConsumerRecord, now: number): Promise<ShownConsumer> {
  const { id } = record;
  const [running, handled, dead] = await Promise.all([
    runningOf(store, record, now),
    store.sum(handledCount, id),
    store.sum(deadCount, id),
  ]);
  return omitUndefined({ ...toConsumer(record), ...running, handled, dead });
}

/** Stages a consumer, which its worker notices within a second. */
export async function putConsumer({ store, stamp }: Pick<Transacting, "store" | "stamp">, record: ConsumerRecord) {
  await store.put(consumers, record);
  store.write(changes, stamp);
}

/** Disables a consumer in the caller's transaction. Its messages wait in the stream. */
export async function disableConsumer(ctx: Transacting, id: string, reason: StatusReason): Promise<void> {
  const before = await ctx.store.get(consumers, id);
  if (!before || before.status === "disabled") return;
  const record = { ...before, status: "disabled" as const, statusReason: reason, updatedAt: ctx.now };
  await putConsumer(ctx, record);
  ctx.emit(consumerDisabled, { consumer: toConsumer(record), reason });
}

/** Throws if dead letters would be delivered to the consumer again. */
export function assertNoLoop({
  filter,
  deadLetterSubject,
}: Pick<ConsumerRecord, "filter" | "deadLetterSubject">): void {
  if (deadLetterSubject !== undefined && matchesFilter(filter, deadLetterSubject))
    throw DeadLetterLoop({ subject: deadLetterSubject, filter });
}
