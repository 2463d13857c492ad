import type { Reads } from "@postern/core";
import type { Source } from "@postern/kit/paging";
import type { ProfileRecord } from "./collections.ts";
import { profiles } from "./collections.ts";
import type { Profile } from "./schemas.ts";

/** Totals are capped at this number. */
const MAX_COUNTED = 10_000;

/**
 * The profiles of the catalogues and of the store, merged by id. `others` must be sorted and must not contain ids of
 * the store. They are few, so the store is read as the ranges between them.
 */
export function merged(
  store: Reads,
  tag: string | undefined,
  others: readonly Profile[],
  show: (record: ProfileRecord) => Profile,
): Source<Profile> {
  const filter = tag === undefined ? {} : { by: "byTag" as const, prefix: [tag] };
  return async (offset, limit) => {
    const items: Profile[] = [];
    let skip = offset;
    for (let at = 0; at <= others.length && items.length < limit; at++) {
      const [before, next] = [others[at - 1], others[at]];
      const range = { ...filter, ...(before && { from: [before.id] }), ...(next && { to: [next.id] }) };
      const skipped = skip === 0 ? 0 : await store.count(profiles, { ...range, limit: skip });
      if (skipped === skip) {
        const page = await store.find(profiles, { ...range, offset: skip, limit: limit - items.length });
        items.push(...page.items.map(show));
      }
      skip -= skipped;
      if (next === undefined) continue;
      if (skip > 0) skip--;
      else if (items.length < limit) items.push(next);
    }
    const counted = await store.count(profiles, { ...filter, limit: MAX_COUNTED + 1 });
    const total = counted + others.length;
    return { items, total: Math.min(total, MAX_COUNTED), totalCapped: total > MAX_COUNTED };
  };
}
