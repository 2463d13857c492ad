import { eventPlaceOf } from "@postern/core";

/** Events of one commit begin the same chain, whichever of them a correlation id names. */
export const rootOf = (correlationId: string): string => {
  const found = eventPlaceOf(correlationId);
  return found ? found.number.toString(16).padStart(14, "0") : correlationId;
};
