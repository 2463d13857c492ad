import type { Batch, CompleteDriver, Entry, Put, RangeQuery } from "../driver.ts";
import { beforeWriting, StoreUnavailable, unavailable } from "../errors.ts";
import { isInternal, isMarked } from "../key.ts";
import { asText, keysToMaterialize, materialize } from "../materialize.ts";
import type { Version } from "../number.ts";
import { intactData } from "../record.ts";
import { isSingleKey, isUnchanged, type StoreState } from "./check.ts";
import type { GuardedDriver } from "./guarded-driver.ts";
import { type Numbers, openNumbers } from "./numbers.ts";
import { encodeAt } from "./owner.ts";
import { createSnapshots } from "./snapshot.ts";
import { SortedKeys } from "./sorted-keys.ts";

const INTENT = "~intent";
/**
 * Value of a record that the driver has lost, for example because of a limit: it is reported as damaged, not as absent.
 */
const LOST = "";
/** Maximum number of concurrent calls to the driver: each may keep a file open. */
const CONCURRENCY = 64;

type Store = Pick<
  CompleteDriver,
  "getItem" | "range" | "keys" | "count" | "commit" | "snapshot" | "trouble" | "position"
> & {
  /** Resolves when the commits in progress have finished. */
  idle(): Promise<void>;
};

/**
 * Atomic commits over a plain driver, within one process. The commit point of a group is the write of its intent
 * record. After that readers see it through `applying`, and whatever a crash or a failed write leaves undone is
 * completed before the next commit. `barrier` returns why writes are currently refused.
 */
export async function openStore(driver: GuardedDriver, barrier: () => StoreUnavailable | undefined): Promise<Store> {
  const turn = createMutex();
  const applying = new Map<string, string | null>();
  const readings = new Set<{ readonly key: string; stale: boolean }>();
  const keys = new SortedKeys((await driver.keys()).filter((key) => !isInternal(key)));
  const numbers = await openNumbers(driver);
  const snapshots = createSnapshots({ getItem, range, count: (query) => keys.count(query) });
  let unfinished = true;
  let failure: StoreUnavailable | undefined;
  const lossFault = lostNumbers(numbers, keys);

  const isListed = (key: string): boolean => keys.count({ start: key, end: `${key}\0`, limit: 1 }) > 0;

  async function getItem(key: string): Promise<string | null> {
    for (;;) {
      const committed = applying.get(key);
      if (committed !== undefined) return committed;
      const reading = { key, stale: false };
      readings.add(reading);
      const text = await driver.getItem(key).finally(() => readings.delete(reading));
      // A commit started in the meantime may have been in the middle of writing this record.
      if (!reading.stale) return text ?? (isListed(key) ? LOST : null);
    }
  }

  async function getAll(names: readonly string[]): Promise<Map<string, string | null>> {
    const texts = new Map<string, string | null>();
    await forAll(names, async (key) => void texts.set(key, await getItem(key)));
    return texts;
  }

  /** If a record is deleted while the page is read, another one is read: a short page would look like the last one. */
  async function range({ start, end, limit, offset = 0, reverse = false }: RangeQuery): Promise<Entry[]> {
    const entries: Entry[] = [];
    let rest: RangeQuery = { start, end, limit, offset, reverse };
    for (;;) {
      const page = keys.range(rest);
      const texts = await getAll(page);
      for (const key of page) {
        const value = texts.get(key);
        if (typeof value === "string") entries.push({ key, value });
      }
      const last = page.at(-1);
      if (last === undefined || page.length < rest.limit || entries.length >= limit) return entries;
      const beyond = reverse ? { start, end: last } : { start: `${last}\0`, end };
      rest = { ...beyond, limit: limit - entries.length, reverse };
    }
  }

  const commit = (batches: readonly Batch[]): Promise<(Version | false)[]> =>
    turn(async () => {
      try {
        const { answers, staged } = await beforeWriting(() => validate(batches));
        if (staged.size > 0) await write([...staged].map(([key, value]) => ({ key, value })));
        return answers;
      } catch (error) {
        if (error instanceof StoreUnavailable) failure = error;
        throw error;
      }
    });

  /** Validates a group, batch by batch, and stages what the accepted ones write. */
  async function validate(batches: readonly Batch[]) {
    const refusal = barrier() ?? lossFault;
    if (refusal) throw refusal;
    if (unfinished) await recover();
    failure = undefined;
    const now = await getAll(batches.flatMap(keysToRead));
    await numbers.reserve(batches.length, Math.max(0, ...batches.map(({ atLeast = 0 }) => atLeast)));
    const staged = new Map<string, string | null>();
    const state = stateAfter(now, staged, keys);
    const answers = batches.map(({ checks, writes, atLeast = 0 }) => {
      if (!checks.every((check) => isUnchanged(check, state))) return false;
      if (writes.length === 0) return numbers.last();
      const number = numbers.next(atLeast);
      for (const { key, value } of materialize(writes, number, state.read, asText)) staged.set(key, value);
      return number;
    });
    return { answers, staged };
  }

  async function write(writes: readonly Put[]): Promise<void> {
    await declare(writes);
    try {
      await publish(writes);
    } catch (error) {
      throw new StoreUnavailable("failed", "A commit was written but could not be made visible", { cause: error });
    }
    // After the commit point the group is committed, whatever happens: the next commit completes it first.
    await finish().catch((error) => {
      failure = unavailable(error, "finish a commit");
    });
  }

  async function declare(writes: readonly Put[]): Promise<void> {
    const pairs = writes.map(({ key, value }) => [key, value]);
    unfinished = true;
    try {
      await driver.write(INTENT, encodeAt(numbers.last(), pairs));
    } catch (error) {
      const { reason, message, cause } = unavailable(error, "write");
      const gone = await withdraw().catch(() => false);
      throw new StoreUnavailable(reason, message, { cause, nothingWritten: gone });
    }
  }

  /** Withdraws a failed intent, so that it is certain never to be applied. */
  async function withdraw(): Promise<boolean> {
    await driver.write(INTENT, null);
    return (await driver.getItem(INTENT)) === null;
  }

  /** Makes a group visible to readers, and keeps the replaced values for open snapshots. */
  async function publish(writes: readonly Put[]): Promise<void> {
    const replaced = snapshots.any() ? await getAll(writes.map(({ key }) => key)) : undefined;
    snapshots.keep(writes, (key) => replaced?.get(key) ?? null);
    for (const { key, value } of writes) {
      applying.set(key, value);
      if (value === null) keys.remove(key);
      else keys.add(key);
    }
    for (const reading of readings) if (applying.has(reading.key)) reading.stale = true;
  }

  /** Writes the visible values. Safe to repeat, since values are absolute. */
  async function finish(): Promise<void> {
    await forAll([...applying], ([key, value]) => driver.write(key, value));
    await driver.write(INTENT, null);
    applying.clear();
    unfinished = false;
  }

  /** Completes a group that a crash or a failed write left behind. A torn intent was never committed. */
  async function recover(): Promise<void> {
    const pairs = intactData<[string, string | null][]>(INTENT, await driver.getItem(INTENT));
    if (pairs) await publish(pairs.map(([key, value]) => ({ key, value })));
    // A store that refuses writes still makes the group visible.
    if (!barrier() && !lossFault) await finish();
  }

  await recover().catch((error) => {
    failure = unavailable(error, "finish the last commit");
  });
  return {
    getItem,
    range,
    keys: (query) => keys.range(query),
    count: (query) => keys.count(query),
    commit,
    snapshot: snapshots.take,
    position: numbers.last,
    trouble: () => barrier() ?? lossFault ?? failure,
    idle: () => turn(async () => {}),
  };
}

/** If there are records but no commit number, the store has lost data, and the same numbers would be used again. */
function lostNumbers(numbers: Numbers, keys: SortedKeys): StoreUnavailable | undefined {
  const isUsed = keys.range({ start: "", end: "\uffff", limit: 1_000 }).some((key) => key.includes("!:"));
  if (numbers.last() > 0 || !isUsed) return undefined;
  return new StoreUnavailable(
    "read_only",
    "The store has lost the number of its last commit, so its driver does not keep written values. Restore a backup into a store with another driver.",
  );
}

/** The keys that must be read to validate a batch. */
function keysToRead({ checks, writes }: Batch): string[] {
  const read = keysToMaterialize(writes).filter((key) => !isMarked(key));
  for (const check of checks) {
    if (isSingleKey(check)) read.push(check.start);
    else for (const { key } of check.found) read.push(key);
  }
  return read;
}

/** The store as it will be after the staged batches. */
function stateAfter(now: Map<string, string | null>, staged: Map<string, string | null>, keys: SortedKeys): StoreState {
  const read = (key: string) => staged.get(key) ?? (staged.has(key) ? null : (now.get(key) ?? null));
  return {
    read,
    keys({ start, end, limit }) {
      const changed = [...staged.keys()].filter((key) => key >= start && key < end);
      const names = new Set(keys.range({ start, end, limit: limit + changed.length }));
      for (const key of changed) {
        if (staged.get(key) === null) names.delete(key);
        else names.add(key);
      }
      return [...names].sort().slice(0, limit);
    },
  };
}

/** Resolves when all have finished, even if one fails: a write still in progress could overtake the next one. */
async function forAll<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += CONCURRENCY) {
    const results = await Promise.allSettled(items.slice(at, at + CONCURRENCY).map(work));
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }
}

function createMutex() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work);
    last = result.catch(() => {});
    return result;
  };
}
