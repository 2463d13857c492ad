import { setImmediate as turn } from "node:timers/promises";
import type { PluginContext, Transacting } from "@postern/core";
import type { Collection, Key } from "@postern/core/storage";

const PORTION = 100;

interface Range<Index extends string> {
  readonly by?: Index;
  readonly prefix?: Key;
  readonly from?: Key;
  readonly to?: Key;
}

/** Which records: a range of a collection, and when to stop. */
export interface Each<T, Index extends string> {
  readonly collection: Collection<T, Index>;
  readonly range: (now: number) => Range<Index>;
  readonly signal: AbortSignal;
  onCommitted?(record: T): void;
}

/**
 * Works on each record of a range, in a commit of its own and after it was read again: a change to one of them delays no
 * other, and nothing waits for a long commit. `work` checks whether there is still something to do.
 */
export async function commitEach<T, Index extends string>(
  host: Pick<PluginContext, "store" | "transact" | "now">,
  { collection, range, signal, onCommitted }: Each<T, Index>,
  work: (ctx: Transacting, record: T) => unknown,
): Promise<void> {
  let after: string | undefined;
  do {
    const page = { ...range(host.now()), limit: PORTION, ...(after !== undefined && { after }) };
    const { items, next } = await host.store.find<T, string>(collection as Collection<T, string>, page);
    for (const found of items) {
      if (signal.aborted) return;
      await host.transact(async (ctx) => {
        const record = await ctx.store.get(collection, ...collection.key(found));
        if (record !== undefined) await work(ctx, record);
      });
      onCommitted?.(found);
    }
    after = next;
    await turn();
  } while (after !== undefined && !signal.aborted);
}
