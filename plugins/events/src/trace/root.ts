const EVENT = /^(0|[1-9][0-9]{0,15})\.(0|[1-9][0-9]{0,8})$/;

/** The two parts of an event id. */
export function placeOf(id: string): { readonly number: number; readonly place: number } | undefined {
  const [, number, place] = EVENT.exec(id) ?? [];
  return number === undefined ? undefined : { number: Number(number), place: Number(place) };
}

/** Events of one commit begin the same chain, whichever of them a correlation id names. */
export const rootOf = (correlationId: string): string => {
  const found = placeOf(correlationId);
  return found ? found.number.toString(16).padStart(14, "0") : correlationId;
};
