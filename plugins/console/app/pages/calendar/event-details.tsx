import type { Calendar, CalendarEvent } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Attendees } from "./attendees.tsx";
import { EventDialog } from "./event-dialog.tsx";
import { EventFacts } from "./event-facts.tsx";
import { isWritable, useCalendars } from "./read.ts";

interface EventDetailsProps {
  readonly id: string;
  /** The path of the schedule. */
  readonly back: string;
  readonly calendars: ReadonlyMap<string, Calendar>;
}

/** One event or occurrence, or the series it belongs to. */
export function EventDetails({ id, back, calendars }: EventDetailsProps) {
  const [isAll, setAll] = useState(false);
  const [series, occurrence] = id.split("@");
  const target = isAll && series !== undefined ? series : id;
  const query = useCalendars(`event ${target}`, async (client, signal) => {
    const { event } = await client.calendars.events.show({ event: target }, { signal });
    return event as CalendarEvent;
  });
  return (
    <aside class="cal-details stack padded" aria-label="Event">
      <div class="row">
        <span class="grow">
          <Link to={back}>← Close</Link>
        </span>
        {occurrence !== undefined && (
          <fieldset class="tabs cal-part" aria-label="Part of the series">
            <button type="button" aria-pressed={!isAll} onClick={() => setAll(false)}>
              This event
            </button>
            <button type="button" aria-pressed={isAll} onClick={() => setAll(true)}>
              All events
            </button>
          </fieldset>
        )}
      </div>
      <Loaded query={query}>
        {(event) => <OneEvent key={event.id} event={event} calendar={calendars.get(event.calendarId)} />}
      </Loaded>
    </aside>
  );
}

function OneEvent({ event, calendar }: { event: CalendarEvent; calendar: Calendar | undefined }) {
  const { may } = useSession();
  const { run } = useActions();
  const [isEditing, setEditing] = useState(false);
  const { id, title, status, sequence } = event;
  const isLive = status !== "cancelled";
  const canChange = isWritable(calendar);
  return (
    <>
      <div class="row wrap">
        <h2 class="words" dir="auto">
          {title}
        </h2>
        {status !== "confirmed" && <Badge text={status} tone={isLive ? "plain" : "bad"} />}
      </div>
      {canChange && (
        <div class="row wrap">
          {isLive && may("calendars.events.update") && (
            <button type="button" class="button" onClick={() => setEditing(true)}>
              Edit
            </button>
          )}
          {isLive && may("calendars.events.cancel") && (
            <button
              type="button"
              class="button"
              onClick={() =>
                void run(
                  { operation: "calendars.events.cancel", input: { event: id, expectedSequence: sequence } },
                  { done: "Cancelled", showPlan: true },
                )
              }
            >
              Cancel the event
            </button>
          )}
          {!isLive && may("calendars.events.restore") && (
            <button
              type="button"
              class="button"
              onClick={() =>
                void run({ operation: "calendars.events.restore", input: { event: id } }, { done: "Restored" })
              }
            >
              Restore
            </button>
          )}
        </div>
      )}
      <EventFacts event={event} calendar={calendar} />
      <Attendees event={event} canChange={canChange && isLive} />
      {isEditing && <EventDialog event={event} calendars={[]} onClose={() => setEditing(false)} />}
    </>
  );
}
