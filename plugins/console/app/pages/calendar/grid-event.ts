import type { Calendar as Grid } from "@event-calendar/core";
import type { Calendar, CalendarEvent } from "@postern/client/api";
import { colorOf } from "./color.ts";
import { isWritable } from "./read.ts";
import { utcDate } from "./zone.ts";

/** An event as the grid has it. */
export function gridEvent(event: CalendarEvent, calendar: Calendar | undefined, canMove: boolean): Grid.EventInput {
  const { id, title, allDay, startAt, endAt, status, calendarId, busyStatus } = event;
  const isLive = status !== "cancelled";
  return {
    id,
    title,
    allDay,
    start: allDay ? utcDate(startAt) : new Date(startAt),
    end: allDay ? utcDate(endAt) : new Date(endAt),
    editable: canMove && isLive && isWritable(calendar),
    styles: [`--cal-color:${calendar ? colorOf(calendar) : colorOf({ id: calendarId, color: "" })}`],
    classNames: [`cal-is-${status}`, ...(busyStatus === "free" ? ["cal-is-free"] : [])],
    extendedProps: { about: [calendar?.name, isLive ? undefined : "cancelled"].filter(Boolean).join(", ") },
  };
}
