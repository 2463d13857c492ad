import type { Version } from "../storage/index.ts";

/** Where an event stands: the number of its commit, and its place within that commit. Its id reads `number.place`. */
export interface Place {
  readonly number: Version;
  readonly place: number;
}

/** Before every event. */
export const BEGINNING = "0.0";

const ID = /^(0|[1-9][0-9]{0,15})\.(0|[1-9][0-9]{0,8})$/;

export const idOf = ({ number, place }: Place): string => `${number}.${place}`;

/** The place that an id names; undefined where the text is no id of an event. */
export function placeOf(id: string): Place | undefined {
  const [, number, place] = ID.exec(id) ?? [];
  if (number === undefined || place === undefined || !Number.isSafeInteger(Number(number))) return undefined;
  return { number: Number(number), place: Number(place) };
}

/** Negative where `left` is earlier. */
export const order = (left: Place, right: Place): number => left.number - right.number || left.place - right.place;
