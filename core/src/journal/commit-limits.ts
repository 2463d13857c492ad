import { CommitTooLarge } from "../define/errors.ts";
import type { Batch, CommitQueue } from "../storage/index.ts";

/** Limits of one commit: all of it is held in memory and written as a whole while others wait. */
export interface CommitLimits {
  /** Total length of all keys and values, in characters. Default: 67,108,864 (64 Mi). */
  readonly commitLength?: number;
  /** Number of records, index entries and events written or deleted. Default: 100,000. */
  readonly commitWrites?: number;
}

/** The same queue, which rejects a commit over its limits before anything is written. */
export function limited(queue: CommitQueue, limits: CommitLimits): CommitQueue {
  const { commitLength = 64 * 2 ** 20, commitWrites = 100_000 } = limits;
  return {
    ...queue,
    commit(batch, ...rest) {
      const { length: writes } = batch.writes;
      if (writes > commitWrites) return refuse("writes", writes, commitWrites);
      const length = lengthOf(batch);
      return length > commitLength ? refuse("characters", length, commitLength) : queue.commit(batch, ...rest);
    },
  };
}

const refuse = (unit: string, size: number, limit: number) => Promise.reject(CommitTooLarge({ unit, size, limit }));

function lengthOf({ writes }: Batch): number {
  let length = 0;
  for (const write of writes) length += write.key.length + ("value" in write ? (write.value?.length ?? 0) : 0);
  return length;
}
