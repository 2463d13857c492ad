import type { Chain } from "../history.ts";
import { type Violation, violation } from "./violation.ts";

/** Every reader of the stream received each event after its start once, in order, whatever gateways it was at. */
export function checkStreams(chains: readonly Chain[], journal: readonly string[]): Violation[] {
  return [
    ...violation(
      "A stream reports no gap",
      chains.filter(({ gaps }) => gaps.length > 0).map(({ reader, gaps }) => ({ reader, gaps })),
    ),
    ...violation(
      "A stream delivers every event once, in the order of the journal",
      chains.flatMap((chain) => firstDifference(chain, journal)),
    ),
  ];
}

function firstDifference({ reader, after, ids }: Chain, journal: readonly string[]) {
  const from = after === "0.0" ? 0 : journal.indexOf(after) + 1;
  const length = Math.max(ids.length, journal.length - from);
  for (let at = 0; at < length; at++) {
    if (ids[at] === journal[from + at]) continue;
    const around = <T>(list: readonly T[], place: number) => list.slice(Math.max(0, place - 3), place + 4);
    return [{ reader, at, received: around(ids, at), expected: around(journal, from + at), of: journal.length }];
  }
  return [];
}
