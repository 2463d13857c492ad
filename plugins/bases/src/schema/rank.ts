/*
 * Properties are ordered by ranks, texts that sort. Inserting a property between two others changes neither of them,
 * and linked gateways agree on the order without agreeing on every position.
 */

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A text that sorts after `low` and before `high`. Neither may end in 0, so that there always is one. */
export function between(low = "", high?: string): string {
  let rank = "";
  let bound = high;
  for (let at = 0; ; at++) {
    const from = DIGITS.indexOf(low[at] ?? "0");
    const to = bound === undefined ? DIGITS.length : DIGITS.indexOf(bound[at] ?? "0");
    if (to - from > 1) return rank + DIGITS[(from + to) >> 1];
    rank += DIGITS[from];
    if (to - from === 1) bound = undefined;
  }
}

interface Ranked {
  readonly rank?: string;
}

/** The same properties in the same order, with a rank for those that have none. */
export function ranked<P extends Ranked>(inOrder: readonly P[]): (P & { rank: string })[] {
  let last: string | undefined;
  return inOrder.map((one, at) => {
    const rank = one.rank ?? between(last, inOrder.slice(at).find((other) => other.rank !== undefined)?.rank);
    last = rank;
    return { ...one, rank };
  });
}

/** The same properties, with a new rank for the one at `at` if its rank does not fit there. */
export function rankedAt<P extends Ranked>(inOrder: readonly P[], at: number): (P & { rank: string })[] {
  const [before, one, after] = [inOrder[at - 1]?.rank, inOrder[at]?.rank, inOrder[at + 1]?.rank];
  if (one !== undefined && (before ?? "") < one && (after === undefined || one < after)) return ranked(inOrder);
  // Two properties added on different gateways may have the same rank, and nothing fits between them.
  const isTight = before !== undefined && after !== undefined && before >= after;
  return ranked(inOrder.map(({ rank, ...other }, n) => (isTight || n === at ? other : { ...other, rank })) as P[]);
}
