/**
 * Places in the order of work: texts of hex digits, read as the digits behind a point and compared as text. Between any
 * two there is room for a third, so nothing else has to move. No place ends in 0, which would make two texts one place.
 */
export type Place = string;

/** The digits of an id that tell the time: one step is a millisecond. */
const WHOLE = 11;

/** Where a task stands before anything had to move: by its age. */
export const firstPlaceOf = (taskId: string): Place => `${taskId.slice(taskId.indexOf("_") + 1)}8`;

/** So many places in ascending order behind `low`, and before `high` where that is given. */
export function placesAfter(low: Place, high: Place | undefined, count: number): Place[] {
  if (high !== undefined) return halved(low, high, count);
  const places: Place[] = [];
  for (let last = low; places.length < count; places.push(last)) last = stepped(last, 1);
  return places;
}

/** So many places in ascending order before `high`, and behind `low` where that is given. */
export function placesBefore(high: Place, low: Place | undefined, count: number): Place[] {
  if (low !== undefined) return halved(low, high, count);
  const places: Place[] = [];
  for (let last = high; places.length < count; places.push(last)) last = stepped(last, -1);
  return places.reverse();
}

/** The middle first, then each half: for many places each is hardly longer than for one. */
function halved(low: Place, high: Place, count: number): Place[] {
  if (count <= 0) return [];
  const middle = between(low, high);
  const before = (count - 1) >> 1;
  return [...halved(low, middle, before), middle, ...halved(middle, high, count - 1 - before)];
}

function stepped(place: Place, by: 1 | -1): Place {
  const whole = Number.parseInt(place.slice(0, WHOLE).padEnd(WHOLE, "0"), 16) + by;
  if (whole < 0) return between("", place);
  if (whole >= 16 ** WHOLE) return `${place}8`;
  return `${whole.toString(16).padStart(WHOLE, "0")}8`;
}

/** About the middle, and as short as there is. */
function between(low: Place, high: Place): Place {
  const width = Math.max(low.length, high.length) + 1;
  const middle = ((fraction(low, width) + fraction(high, width)) / 2n).toString(16).padStart(width, "0");
  let at = 0;
  while (middle[at] === (low[at] ?? "0")) at++;
  return middle.slice(0, at + 1);
}

const fraction = (place: Place, width: number): bigint => BigInt(`0x${place.padEnd(width, "0")}`);
