import type { Version } from "../storage/index.ts";

/** The position of an event: the number of its commit and its place within it. Its id is `number.place`. */
export interface Place {
  readonly number: Version;
  readonly place: number;
}

/** The position before every event. */
export const BEGINNING = "0.0";

const ID = /^(0|[1-9][0-9]{0,15})\.(0|[1-9][0-9]{0,8})$/;

/** The id of the event at a place: `<commit>.<place>`. */
export const idOf = ({ number, place }: Place): string => `${number}.${place}`;

/** The position of an event id. Undefined if the text is not one. */
export function placeOf(id: string): Place | undefined {
  const [, number, place] = ID.exec(id) ?? [];
  if (number === undefined || place === undefined || !Number.isSafeInteger(Number(number))) return undefined;
  return { number: Number(number), place: Number(place) };
}

/** Negative if `left` is earlier. */
export const order = (left: Place, right: Place): number => left.number - right.number || left.place - right.place;
