import type { Transacting } from "../define/transaction.ts";
import type { Collection } from "../storage/index.ts";

/** What the function of a job gets. */
interface Run {
  readonly host: { transact<T>(work: (ctx: Transacting) => Promise<T>): Promise<T> };
  readonly signal: AbortSignal;
}

/**
 * Deletes the records that are older than `age` milliseconds, by their index `byAge` of Unix milliseconds. Each commit
 * deletes at most `portion` records.
 */
export async function deleteOlder<T, Index extends string>(
  { host, signal }: Run,
  collection: Collection<T, Index | "byAge">,
  { age, portion = 200 }: { readonly age: number; readonly portion?: number },
): Promise<void> {
  for (let more = true; more && !signal.aborted; ) {
    more = await host.transact(async ({ store, now }) => {
      const old = { by: "byAge", to: [Math.max(0, now - age)], limit: portion } as const;
      const { items, next } = await store.unchecked.find(collection, old);
      for (const record of items) await store.delete(collection, ...collection.key(record));
      return next !== undefined;
    });
  }
}
