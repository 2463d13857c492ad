import { defineGroup } from "@postern/core";

export const group = defineGroup("calendars", {
  title: "Calendars",
  description: "Calendars, events with recurrence and attendees, and delivery to CalDAV and e-mail.",
});
