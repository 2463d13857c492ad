import { type EventPlace, eventPlaceOf } from "@postern/core";

export { type EventPlace as Place, eventIdOf as idOf } from "@postern/core";

/** The position of an event of the journal, whose id is always valid. */
export const placeOf = (id: string): EventPlace => eventPlaceOf(id) as EventPlace;
