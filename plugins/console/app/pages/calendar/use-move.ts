import type { CalendarEvent } from "@postern/client/api";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { notify } from "../../ui/toasts.tsx";
import type { Move } from "./grid.tsx";
import { dateOf } from "./zone.ts";

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

/** A series moves by as much as its occurrence. */
async function seriesAt({ client }: ReturnType<typeof useSession>, event: CalendarEvent, change: Times) {
  const { event: series } = await client.calendars.events.show({ event: event.seriesId });
  // Moments of all-day events are midnights in UTC, those of the grid are midnights of the browser.
  const start = change.isAllDay ? Date.parse(`${dateOf(change.startAt)}T00:00Z`) : change.startAt;
  const end = change.isAllDay ? Date.parse(`${dateOf(change.endAt)}T00:00Z`) : change.endAt;
  const startAt = series.startAt + start - event.startAt;
  const times = { startAt, endAt: startAt + end - start, isAllDay: false };
  return { event: series as CalendarEvent, change: times };
}

function timesOf(event: CalendarEvent, { startAt, endAt, isAllDay }: Times) {
  const kind = event.allDay === isAllDay ? {} : { allDay: isAllDay };
  return isAllDay ? { startAt: dateOf(startAt), endAt: dateOf(endAt), ...kind } : { startAt, endAt, ...kind };
}
