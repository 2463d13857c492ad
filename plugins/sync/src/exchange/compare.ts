import type { SyncDomain } from "@postern/kit/sync";
import { enabledDomains, type LinkRecord } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { entriesOf } from "../records/entries.ts";
import { sumsOf } from "../records/sums.ts";
import { compared, type Order } from "../records/vector.ts";
import { mayExchange, rightsOf } from "../rights.ts";
import type { Entry } from "../schemas.ts";
import type { Other } from "./other.ts";

/** A record that differs between the gateways, with the version of each. */
export interface Difference {
  readonly name: readonly string[];
  readonly here?: Entry;
  readonly there?: Entry;
}

/** The result of a comparison. */
export interface Comparison {
  readonly differences: readonly Difference[];
  /** Whether one of the gateways is still scanning, so differences are not reliable yet. */
  readonly isLooking: boolean;
  /** Whether both gateways could see the whole group. */
  readonly isWhole: boolean;
}

/** Compares a group's records on both gateways: first by checksums, then by the records of buckets that differ. */
export async function compareWith(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  domain: SyncDomain,
): Promise<Comparison> {
  const { store } = host;
  const rights = await rightsOf(host, link);
  const enabled = await store.get(enabledDomains, domain.id);
  const { sums, isLooking: isLookingThere } = await other.compare(domain.id);
  const isLooking = isLookingThere || !enabled?.isCounted || enabled.scan !== undefined;
  const isWhole = rights === "all" && sums !== undefined;
  const ours = await sumsOf(store, domain.id);
  const buckets = ours.flatMap((sum, bucket) => (isWhole && sums[bucket] === sum ? [] : [bucket]));
  const differences = new Map<string, Difference>();
  if (buckets.length === 0 || !mayExchange(rights, domain.id, "read")) return { differences: [], isLooking, isWhole };
  const page = (after: readonly string[] | undefined) => entriesOf(store, { domain, rights, buckets, after });
  for await (const here of all(page)) differences.set(JSON.stringify(here.name), { name: here.name, here });
  for await (const there of all((after) => other.compare(domain.id, buckets, after))) {
    const key = JSON.stringify(there.name);
    const { here } = differences.get(key) ?? {};
    if (here?.digest === there.digest) differences.delete(key);
    else differences.set(key, { name: there.name, ...(here && { here }), there });
  }
  // A record that was removed here and never existed there is not a difference.
  const found = [...differences.values()].filter(({ here, there }) => here?.digest !== there?.digest);
  return { differences: found, isLooking, isWhole };
}

/** Which version has more changes. */
export const orderOf = ({ here, there }: Difference): Order => compared(here?.vector ?? {}, there?.vector ?? {});

async function* all(
  page: (after: readonly string[] | undefined) => Promise<{ entries?: readonly Entry[]; next?: readonly string[] }>,
): AsyncGenerator<Entry> {
  let after: readonly string[] | undefined;
  do {
    const { entries = [], next } = await page(after);
    yield* entries;
    after = next;
  } while (after !== undefined);
}
