import { setImmediate as turn } from "node:timers/promises";
import { omitUndefined, type Reads } from "@postern/core";
import type { RecordName, SyncDomain } from "@postern/core/sync";
import { tracked } from "../collections.ts";
import { mayTouch, type Rights } from "../rights.ts";
import type { Entry } from "../schemas.ts";
import { bucketOf } from "./sums.ts";

/** Records that one answer names at most, and that are looked at for it. */
const MOST_ENTRIES = 1_000;
const MOST_LOOKS = 10_000;
const PORTION = 200;

interface Asked {
  readonly domain: SyncDomain;
  readonly rights: Rights;
  /** Only records of these buckets. */
  readonly buckets: readonly number[] | undefined;
  /** Begins behind the record of this name. */
  readonly after: readonly string[] | undefined;
}

/** What a group's records are known as, in the order of their names; `next` is the last that was looked at, where there are more. */
export async function entriesOf(
  store: Reads,
  { domain, rights, buckets, after }: Asked,
): Promise<{ entries: Entry[]; next?: string[] }> {
  const wanted = buckets && new Set(buckets);
  const entries: Entry[] = [];
  let last = after;
  for (let looks = 0; looks < MOST_LOOKS && entries.length < MOST_ENTRIES; looks += PORTION) {
    const from = last === undefined ? {} : { from: [...last] };
    const { items, next } = await store.find(tracked, { prefix: [domain.id], ...from, limit: PORTION });
    for (const { name, digest, vector } of items) {
      // Reading begins with the last one itself.
      if (name.length === last?.length && name.every((part, at) => part === last?.[at])) continue;
      if (wanted && !wanted.has(bucketOf(name))) continue;
      if (await mayTouch(rights, store, domain, name as unknown as RecordName))
        entries.push(omitUndefined({ name, digest, vector }));
    }
    if (next === undefined) return { entries };
    last = items.at(-1)?.name ?? last;
    await turn();
  }
  return last === undefined ? { entries } : { entries, next: [...last] };
}
