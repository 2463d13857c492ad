/**
 * A position in the topological order: hex digits of a fraction, compared as text. There is room between any two
 * positions, so inserting one never moves others. No position ends in 0, so that each has exactly one spelling.
 */
export type Position = string;

/** Number of digits of an id that encode its time, in milliseconds. */
const WHOLE = 11;

/** The initial position of a task: by age. */
export const initialPosition = (taskId: string): Position => `${taskId.slice(taskId.indexOf("_") + 1)}8`;

/** `count` ascending positions after `low`, and before `high` if it is given. */
export function positionsAfter(low: Position, high: Position | undefined, count: number): Position[] {
  if (high !== undefined) return halved(low, high, count);
  const positions: Position[] = [];
  for (let last = low; positions.length < count; positions.push(last)) last = stepped(last, 1);
  return positions;
}

/** `count` ascending positions before `high`, and after `low` if it is given. */
export function positionsBefore(high: Position, low: Position | undefined, count: number): Position[] {
  if (low !== undefined) return halved(low, high, count);
  const positions: Position[] = [];
  for (let last = high; positions.length < count; positions.push(last)) last = stepped(last, -1);
  return positions.reverse();
}

/** Splits recursively from the middle, so that the length of the positions grows only logarithmically. */
function halved(low: Position, high: Position, count: number): Position[] {
  if (count <= 0) return [];
  const middle = between(low, high);
  const before = (count - 1) >> 1;
  return [...halved(low, middle, before), middle, ...halved(middle, high, count - 1 - before)];
}

function stepped(position: Position, by: 1 | -1): Position {
  const whole = Number.parseInt(position.slice(0, WHOLE).padEnd(WHOLE, "0"), 16) + by;
  if (whole < 0) return between("", position);
  if (whole >= 16 ** WHOLE) return `${position}8`;
  return `${whole.toString(16).padStart(WHOLE, "0")}8`;
}

/** The shortest position near the middle. */
function between(low: Position, high: Position): Position {
  const width = Math.max(low.length, high.length) + 1;
  const middle = ((fraction(low, width) + fraction(high, width)) / 2n).toString(16).padStart(width, "0");
  let at = 0;
  while (middle[at] === (low[at] ?? "0")) at++;
  return middle.slice(0, at + 1);
}

const fraction = (position: Position, width: number): bigint => BigInt(`0x${position.padEnd(width, "0")}`);
