/** The position of an event in the journal: its id is `number.place`. */
export interface Place {
  readonly number: number;
  readonly place: number;
}

export function placeOf(id: string): Place {
  const [number, place] = id.split(".");
  return { number: Number(number), place: Number(place) };
}

export const idOf = ({ number, place }: Place): string => `${number}.${place}`;
