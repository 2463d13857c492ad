import type { Reads } from "@postern/core";
import type { Source } from "@postern/core/paging";
import type { ProfileRecord } from "./collections.ts";
import { profiles } from "./collections.ts";
import type { Profile } from "./schemas.ts";

/** Beyond it no list counts. */
const MOST_COUNTED = 10_000;

/**
 * The profiles of the catalogues and of the store in one order, by id. `others` are few, in order and under ids that the
 * store has not: between each two of them lies a stretch of the store, which is skipped or read as a whole.
 */
export function merged(
  store: Reads,
  tag: string | undefined,
  others: readonly Profile[],
  show: (record: ProfileRecord) => Profile,
): Source<Profile> {
  const place = tag === undefined ? {} : { by: "byTag" as const, prefix: [tag] };
  return async (offset, limit) => {
    const items: Profile[] = [];
    let skip = offset;
    for (let at = 0; at <= others.length && items.length < limit; at++) {
      const [before, next] = [others[at - 1], others[at]];
      const stretch = { ...place, ...(before && { from: [before.id] }), ...(next && { to: [next.id] }) };
      const skipped = skip === 0 ? 0 : await store.count(profiles, { ...stretch, limit: skip });
      if (skipped === skip) {
        const page = await store.find(profiles, { ...stretch, offset: skip, limit: limit - items.length });
        items.push(...page.items.map(show));
      }
      skip -= skipped;
      if (next === undefined) continue;
      if (skip > 0) skip--;
      else if (items.length < limit) items.push(next);
    }
    const counted = await store.count(profiles, { ...place, limit: MOST_COUNTED + 1 });
    const total = counted + others.length;
    return { items, total: Math.min(total, MOST_COUNTED), totalCapped: total > MOST_COUNTED };
  };
}
