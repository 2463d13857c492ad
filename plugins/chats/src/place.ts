/**
 * The position of a message in its chat: the number of its commit, and its index among the messages that the commit
 * adds to the chat, 0 if absent.
 */
export interface Place {
  readonly number: number;
  readonly index?: number;
}

const NUMBER_DIGITS = 14;
const INDEX_DIGITS = 3;

/**
 * The position as a string, which sorts like the position. The first message of a commit has no index, so that the
 * keys from before there were several per commit remain valid, and sort between the others.
 */
export const sortKeyOf = ({ number, index }: Place): string =>
  number.toString(16).padStart(NUMBER_DIGITS, "0") + suffixOf(index);

/** What follows the number of the commit in a sort key. */
export const suffixOf = (index = 0): string => (index === 0 ? "" : index.toString(16).padStart(INDEX_DIGITS, "0"));

export function placeOf(sortKey: string): Place {
  const number = Number.parseInt(sortKey.slice(0, NUMBER_DIGITS), 16);
  const suffix = sortKey.slice(NUMBER_DIGITS);
  return suffix === "" ? { number } : { number, index: Number.parseInt(suffix, 16) };
}

/** The parts of a record's key for a position. */
export const partsOf = ({ number, index = 0 }: Place): number[] => (index === 0 ? [number] : [number, index]);

/** The start of the range after a position. */
export const partsAfter = ({ number, index = 0 }: Place): number[] => [number, index + 1];

export const isSamePlace = (left: Place, right: Place): boolean =>
  left.number === right.number && (left.index ?? 0) === (right.index ?? 0);

export const isBefore = (left: Place, right: Place): boolean =>
  left.number < right.number || (left.number === right.number && (left.index ?? 0) < (right.index ?? 0));
