import { T } from "@postern/core";

const PATTERN = "^(0|[1-9][0-9]{0,15})\\.(0|[1-9][0-9]{0,8})$";
const ID = new RegExp(PATTERN);

export const EventId = T.String({
  pattern: PATTERN,
  "x-must": "must be the id of an event, like 123.1",
  description: "Id of an event of the command",
});

/** The place of an event in the journal. */
interface Place {
  readonly number: number;
  readonly place: number;
}

export const eventId = ({ number, place }: Place): string => `${number}.${place}`;

export function placeOf(id: string): Place | undefined {
  const [, number, place] = ID.exec(id) ?? [];
  return number === undefined ? undefined : { number: Number(number), place: Number(place) };
}
