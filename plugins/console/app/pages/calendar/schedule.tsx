import type { Calendar, CalendarEvent } from "@postern/client/api";
import { useMemo, useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Link } from "../../ui/link.tsx";
import { Problem } from "../../ui/problem.tsx";
import { CalendarChoice } from "./calendar-choice.tsx";
import type { Slot } from "./draft.ts";
import { EventDetails } from "./event-details.tsx";
import { EventGrid, type Move } from "./grid.tsx";
import { useHidden } from "./hidden.ts";
import { MoveDialog } from "./move-dialog.tsx";
import { moved, periodOf, periodTitle, today, type View } from "./period.ts";
import { MOST_EVENTS, usePeriod } from "./read.ts";
import { useMove } from "./use-move.ts";
import { ownZone } from "./zone.ts";

interface ScheduleProps {
  readonly calendars: readonly Calendar[];
  readonly view: View;
  readonly date: string;
  readonly onSlot: ((slot: Slot) => void) | undefined;
}

/** Pixels from which the calendars are beside their events. */
const WIDE = 768;

/** The events of a period, and one of them. */
export function Schedule({ calendars, view, date, onSlot }: ScheduleProps) {
  const { may } = useSession();
  const { hidden, toggle } = useHidden();
  const [withCancelled, setWithCancelled] = useState(false);
  const [asked, setAsked] = useState<{ event: CalendarEvent; move: Move } | undefined>();
  const query = usePeriod(periodOf(view, date), withCancelled);
  const move = useMove();
  const byId = useMemo(() => new Map(calendars.map((calendar) => [calendar.id, calendar])), [calendars]);
  const all = query.data?.events;
  const events = useMemo(() => (all ?? []).filter(({ calendarId }) => !hidden.has(calendarId)), [all, hidden]);
  const opened = place.value.query.get("event") ?? undefined;
  const path = pathTo("calendar", view, date);

  function onMove(change: Move): void {
    const event = events.find(({ id }) => id === change.id);
    if (!event) change.revert();
    else if (event.seriesId === "") void move(event, change);
    else setAsked({ event, move: change });
  }

  return (
    <div class={opened === undefined ? "cal" : "cal has-open"}>
      <aside class="cal-side" aria-label="Calendars">
        <details open={innerWidth >= WIDE}>
          <summary>Calendars</summary>
          <CalendarChoice calendars={calendars} hidden={hidden} onToggle={toggle} />
          <label class="row cal-check">
            <input
              type="checkbox"
              checked={withCancelled}
              onChange={(event) => setWithCancelled(event.currentTarget.checked)}
            />
            Cancelled events
          </label>
        </details>
        <p class="small muted">Times in {ownZone}</p>
      </aside>
      <section class="cal-main" aria-label="Events">
        <div class="cal-bar row">
          <Link to={pathTo("calendar", view, moved(view, date, -1))} class="button quiet icon" title="Previous">
            <span aria-hidden="true">‹</span>
            <span class="only-read">Previous {view}</span>
          </Link>
          <Link to={pathTo("calendar", view, moved(view, date, 1))} class="button quiet icon" title="Next">
            <span aria-hidden="true">›</span>
            <span class="only-read">Next {view}</span>
          </Link>
          <h2 class="grow cut" aria-live="polite">
            {periodTitle(view, date)}
          </h2>
          <Link to={pathTo("calendar", view, today())} class="button">
            Today
          </Link>
        </div>
        {query.error !== undefined && <Problem error={query.error} onRetry={query.reload} />}
        {query.data?.isCut && <p class="banner">Only the first {MOST_EVENTS} events are shown.</p>}
        <EventGrid
          view={view}
          date={date}
          events={events}
          calendars={byId}
          canCreate={onSlot !== undefined}
          canMove={may("calendars.events.update")}
          onSlot={(slot) => onSlot?.(slot)}
          onOpen={(id) => go(`${path}?event=${encodeURIComponent(id)}`)}
          onMove={onMove}
        />
      </section>
      {opened !== undefined && <EventDetails key={opened} id={opened} back={path} calendars={byId} />}
      {asked && (
        <MoveDialog
          title={asked.event.title}
          onClose={() => {
            asked.move.revert();
            setAsked(undefined);
          }}
          onChoose={(isAll) => {
            setAsked(undefined);
            void move(asked.event, asked.move, isAll);
          }}
        />
      )}
    </div>
  );
}
