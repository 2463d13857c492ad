/*
 * Where a property stands beside the others is a text of its own that sorts: whoever puts one between two others changes
 * neither, and linked gateways agree on the order without agreeing on every place.
 */

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz";

/** A text that sorts after `low` and before `high`; neither ends in 0, so that there always is one. */
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

/** The same in their order, where those without a rank have one. */
export function ranked<P extends Ranked>(inOrder: readonly P[]): (P & { rank: string })[] {
  let last: string | undefined;
  return inOrder.map((one, at) => {
    const rank = one.rank ?? between(last, inOrder.slice(at).find((other) => other.rank !== undefined)?.rank);
    last = rank;
    return { ...one, rank };
  });
}

/** The same with one of them at its new place `at`, where its rank has to fit. */
export function rankedAt<P extends Ranked>(inOrder: readonly P[], at: number): (P & { rank: string })[] {
  const [before, one, after] = [inOrder[at - 1]?.rank, inOrder[at]?.rank, inOrder[at + 1]?.rank];
  if (one !== undefined && (before ?? "") < one && (after === undefined || one < after)) return ranked(inOrder);
  // Two that were added apart may have one rank, and nothing fits between them.
  const isTight = before !== undefined && after !== undefined && before >= after;
  return ranked(inOrder.map(({ rank, ...other }, n) => (isTight || n === at ? other : { ...other, rank })) as P[]);
}
