import type { CalendarEvent } from "@postern/client/api";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { notify } from "../../ui/toasts.tsx";
import type { Move } from "./grid.tsx";
import { addDays, DAY, dateOf, dayOf, instantOf, localText, ownZone, startOfDay } from "./zone.ts";

/** Moves an event to where it was dragged, or puts it back if the person decides against it or it fails. */
export function useMove() {
  const session = useSession();
  const { run } = useActions();

  return async (event: CalendarEvent, change: Move, isAll = false): Promise<void> => {
    try {
      const target = isAll ? await seriesAt(session, event, change) : { event, change };
      const { id, sequence } = target.event;
      const input = { event: id, expectedSequence: sequence, ...timesOf(target.event, target.change) };
      const answer = await run({ operation: "calendars.events.update", input }, { done: "Moved" });
      if (answer === undefined) change.revert();
    } catch (error) {
      session.failed(error);
      change.revert();
      notify({ error });
    }
  };
}

type Times = Pick<Move, "startAt" | "endAt" | "isAllDay">;

/** A series moves by as much as its occurrence: by days, or exactly if all of it is timed. */
async function seriesAt({ client }: ReturnType<typeof useSession>, event: CalendarEvent, change: Times) {
  const { event: series } = await client.calendars.events.show({ event: event.seriesId });
  return { event: series as CalendarEvent, change: timesOfSeries(series as CalendarEvent, event, change) };
}

function timesOfSeries(series: CalendarEvent, event: CalendarEvent, { isAllDay, ...change }: Times): Times {
  const length = change.endAt - change.startAt;
  if (!isAllDay && !event.allDay) {
    const startAt = series.startAt + change.startAt - event.startAt;
    return { startAt, endAt: startAt + length, isAllDay };
  }
  const first = addDays(dayOf(series), daysBetween(dayOf(event), dateOf(change.startAt)));
  if (!isAllDay) {
    const startAt = instantOf(`${first}${localText(change.startAt, ownZone).slice(10)}`, ownZone);
    return { startAt, endAt: startAt + length, isAllDay };
  }
  const last = addDays(first, daysBetween(dateOf(change.startAt), dateOf(change.endAt)));
  return { startAt: startOfDay(first), endAt: startOfDay(last), isAllDay };
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY;

function timesOf(event: CalendarEvent, { startAt, endAt, isAllDay }: Times) {
  const kind = event.allDay === isAllDay ? {} : { allDay: isAllDay };
  if (isAllDay) return { startAt: dateOf(startAt), endAt: dateOf(endAt), ...kind };
  return { startAt, endAt, ...kind, ...(event.allDay && { startTimezone: ownZone }) };
}
