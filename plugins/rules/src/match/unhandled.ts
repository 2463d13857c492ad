import { matched, type RuleRecord } from "../collections.ts";
import type { OurHost } from "../host.ts";
import { idOf, type Place, placeOf } from "../place.ts";
import { isWatched } from "../watched.ts";
import { findMatches } from "./matches.ts";
import { indexOf } from "./rule-index.ts";

/**
 * Whether a rule has matching events after a position, and before a time in Unix milliseconds, for which it has not been
 * asked yet: the consumer is behind after a time in which no process ran, or another process has just read them.
 */
export async function hasUnhandled(host: OurHost, rule: RuleRecord, from: Place, before: number): Promise<boolean> {
  const { state, journal, store } = host;
  const language = rule.on.filter ? await state.language() : undefined;
  const index = indexOf([rule], -1, language);
  let after = later(from, state.handled);
  for (let more = true; more; ) {
    const page = await journal.read({
      after,
      unknown: "gap",
      accept: ({ type, at }) => at < before && isWatched(type) && index.about(type).length > 0,
    });
    if ((await findMatches(host, index, page.events)).matches.length > 0) return true;
    after = page.cursor;
    more = page.more;
  }
  // In this order: what the consumer has just handled is found here.
  return (await store.count(matched, { limit: 1 })) > 0;
}

function later(place: Place, id: string | undefined): string {
  const other = id === undefined ? place : placeOf(id);
  const isLater = other.number - place.number || other.place - place.place;
  return idOf(isLater > 0 ? other : place);
}
