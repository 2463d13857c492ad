import { type Batch, type CompleteDriver, encodeKey, encodeRecord } from "@postern/core/storage";
import memory from "@postern/storage-memory";

export const put = (name: string, value: unknown = name): Batch => ({
  checks: [],
  writes: [{ key: encodeKey([name]), value: encodeRecord(value) }],
});

/** An in-memory store whose commits can be observed, delayed and made to fail. */
export function watched(before: (batches: readonly Batch[]) => unknown = () => {}) {
  const store = memory();
  const groups: number[] = [];
  const driver: CompleteDriver = {
    ...store,
    async commit(batches) {
      groups.push(batches.length);
      await before(batches);
      return store.commit(batches);
    },
  };
  return { driver, groups };
}
