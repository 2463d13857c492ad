import { notifyAll } from "@postern/core/drivers";
import {
  asPlainText,
  type Batch,
  type Check,
  type CompleteDriver,
  createSnapshots,
  isUnchanged,
  materialize,
  nothingWritten,
  type Put,
  SortedKeys,
  type StoreDriver,
  type Version,
} from "@postern/core/storage";

/** A store in memory, which is lost when the process ends. All calls are synchronous. */
export default function memory(): StoreDriver & CompleteDriver & Pick<Required<StoreDriver>, "getKeys"> {
  const values = new Map<string, string>();
  let keys = new SortedKeys();
  let number = 0;
  /** Of the gateways of this process that share the store. */
  const listeners = new Set<(number: Version) => void>();

  const getItem = (key: string): string | null => values.get(key) ?? null;
  const range: CompleteDriver["range"] = (query) =>
    keys.range(query).map((key) => ({ key, value: values.get(key) as string }));
  const count: CompleteDriver["count"] = (query) => keys.count(query);

  const snapshots = createSnapshots({ getItem, range, count });
  const state = { read: getItem, keys: (query: Parameters<typeof range>[0]) => keys.range(query) };
  const isCurrent = (check: Check) => isUnchanged(check, state);

  function write({ key, value }: Put): void {
    if (value === null) {
      if (values.delete(key)) keys.remove(key);
    } else {
      if (!values.has(key)) keys.add(key);
      values.set(key, value);
    }
  }

  function apply({ checks, writes, atLeast = 0 }: Batch, undo: Put[]): Version | false {
    if (!checks.every(isCurrent)) return false;
    if (writes.length === 0) return number;
    const next = Math.max(number + 1, atLeast);
    const puts = materialize(writes, next, getItem, asPlainText);
    if (snapshots.any()) snapshots.keep(puts, getItem);
    for (const put of puts) {
      undo.push({ key: put.key, value: getItem(put.key) });
      write(put);
    }
    number = next;
    return number;
  }

  return {
    name: "memory",
    guarantees: { durable: false, processes: "one", atomic: "native", checksum: "driver" },
    trouble: () => undefined,
    getItem,
    hasItem: (key: string) => values.has(key),
    getKeys: () => [...values.keys()],
    setItem: (key: string, value: string) => write({ key, value }),
    removeItem: (key: string) => write({ key, value: null }),
    clear() {
      values.clear();
      keys = new SortedKeys();
    },
    range,
    keys: (query) => keys.range(query),
    count,
    snapshot: snapshots.take,
    position: () => number,
    onCommit(found) {
      listeners.add(found);
      return () => void listeners.delete(found);
    },
    commit(batches) {
      const before = number;
      const undo: Put[] = [];
      let answers: (Version | false)[];
      try {
        answers = batches.map((batch) => apply(batch, undo));
      } catch (error) {
        // A batch that cannot be applied fails its whole group, which is rolled back.
        for (const put of undo.reverse()) write(put);
        number = before;
        throw nothingWritten(error);
      }
      if (number > before) notifyAll(listeners, number);
      return answers;
    },
  };
}
