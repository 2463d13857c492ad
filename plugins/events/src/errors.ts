import { defineError, T } from "@postern/core";

/** Also thrown for events that exist but that the caller may not see. */
export const EventNotFound = defineError("events.event_not_found", {
  status: 404,
  data: T.Object({ of: T.String() }),
  message: ({ of }) =>
    `No event that this key may see belongs to "${of}", or it is no longer kept. List events with "postern events list".`,
  fix: () => "postern events list",
});
