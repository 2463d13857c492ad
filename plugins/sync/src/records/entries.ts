import { setImmediate as turn } from "node:timers/promises";
import { omitUndefined, type Reads } from "@postern/core";
import type { RecordName, SyncDomain } from "@postern/kit/sync";
import { tracked } from "../collections.ts";
import { mayTouch, type Rights } from "../rights.ts";
import type { Entry } from "../schemas.ts";
import { bucketOf } from "./sums.ts";

/** Maximum number of records in a response, and of records scanned for it. */
const MAX_ENTRIES = 1_000;
const MAX_SCANNED = 10_000;
const PORTION = 200;

interface EntriesQuery {
  readonly domain: SyncDomain;
  readonly rights: Rights;
  /** Only records of these buckets. */
  readonly buckets: readonly number[] | undefined;
  /** Start after the record with this name. */
  readonly after: readonly string[] | undefined;
}

/** The tracked records of a group in the order of their names; `next` is the last scanned name if there are more. */
export async function entriesOf(
  store: Reads,
  { domain, rights, buckets, after }: EntriesQuery,
): Promise<{ entries: Entry[]; next?: string[] }> {
  const wanted = buckets && new Set(buckets);
  const entries: Entry[] = [];
  let last = after;
  for (let scanned = 0; scanned < MAX_SCANNED && entries.length < MAX_ENTRIES; scanned += PORTION) {
    const from = last === undefined ? {} : { from: [...last] };
    const { items, next } = await store.find(tracked, { prefix: [domain.id], ...from, limit: PORTION });
    for (const { name, digest, vector } of items) {
      // The range includes the last record of the previous page.
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
