import type { Caller, Reads } from "@postern/core";
import { keys, omitUndefined } from "@postern/core";
import type { LastingSource, LastingWork } from "@postern/kit/access";
import { scanRecords } from "@postern/kit/paging";
import type { Stored } from "./collections.ts";
import type { SetUp } from "./schemas.ts";

/** Limits of one list: it is shown with a key, and computed with each revocation. */
const MAX_ITEMS = 100;
const MAX_CONTEXTS = 200;

/** The groups that list what keys have set up. */
export interface LastingRegistry extends LastingWork {
  readonly sources: ReadonlySet<LastingSource>;
}

export function createLastingRegistry(): LastingRegistry {
  const sources = new Set<LastingSource>();
  return {
    sources,
    register(source) {
      sources.add(source);
      return () => void sources.delete(source);
    },
  };
}

/**
 * What a context and those below it have set up, the context's own first. Names are shown to callers who may read the group,
 * types and ids to everybody who may see the context.
 */
export async function setUpBelow(
  { sources }: LastingRegistry,
  { store, caller }: { readonly store: Reads; readonly caller: Caller },
  root: Stored,
): Promise<SetUp> {
  const items: SetUp["items"] = [];
  let contexts = 0;
  for await (const { id: contextId } of ownAndBelow(store, root)) {
    if (contexts++ >= MAX_CONTEXTS) return { items, isComplete: false };
    for (const { group, find } of sources) {
      const left = MAX_ITEMS - items.length;
      const found = await find(store, contextId, left + 1);
      for (const { name, ...item } of found.slice(0, left)) {
        const shown = caller.allows(`${group}:read`, item.id) ? name : undefined;
        items.push(omitUndefined({ ...item, name: shown, group, contextId }));
      }
      if (found.length > left) return { items, isComplete: false };
    }
  }
  return { items, isComplete: true };
}

async function* ownAndBelow(store: Reads, root: Stored): AsyncGenerator<Stored> {
  yield root;
  yield* scanRecords(store, keys.contexts, { by: "byAncestor", prefix: [root.id] });
}

/** The end of a summary: how many items there are. */
export function countText({ items, isComplete }: SetUp, afterwards: SetUp["items"][number]["afterwards"]): string {
  const types = new Map<string, number>();
  for (const item of items) if (item.afterwards === afterwards) types.set(item.type, (types.get(item.type) ?? 0) + 1);
  const counts = [...types].map(([type, count]) => `${type} (${count})`);
  return [...counts, ...(isComplete || counts.length === 0 ? [] : ["more"])].join(", ");
}
