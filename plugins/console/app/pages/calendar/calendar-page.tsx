import { useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Link } from "../../ui/link.tsx";
import { Empty, Loaded, Page } from "../../ui/page.tsx";
import type { Slot } from "./draft.ts";
import { EventDialog } from "./event-dialog.tsx";
import { EventPlace, eventPath } from "./event-place.tsx";
import { FreeTimes } from "./free-times.tsx";
import { Outbox } from "./outbox.tsx";
import { isDate, today, VIEWS } from "./period.ts";
import { isWritable, useCalendarList } from "./read.ts";
import { Schedule } from "./schedule.tsx";
import { HOUR } from "./zone.ts";
import "./calendar.css";

const COMMAND = "postern calendars create --name Work";

/** Calendars: days, weeks and months, free times and deliveries. `calendar/week/2026-11-27?event=evt_…` */
export function CalendarPage() {
  const { may } = useSession();
  const [, tab, day] = place.value.parts;
  const view = VIEWS.find(({ path }) => path === tab)?.path ?? (innerWidth < 768 ? "day" : "week");
  const date = isDate(day) ? day : today();
  const event = place.value.query.get("event") ?? undefined;
  const isSchedule = tab !== "free" && tab !== "outbox";
  const [slot, setSlot] = useState<Slot | undefined>();
  const query = useCalendarList();
  const canCreate = may("calendars.events.create") && (query.data ?? []).some(isWritable);
  return (
    <Page
      title="Calendar"
      isFlush
      actions={
        <>
          <nav class="tabs grow" aria-label="Views of calendars">
            {tabsFor(date, may).map(({ path, label, to }) => (
              <Link key={path} to={to} aria-current={path === (isSchedule ? view : tab) ? "page" : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          {canCreate && (
            <button type="button" class="button main" onClick={() => setSlot(nextHour())}>
              New event
            </button>
          )}
        </>
      }
    >
      <Loaded query={query}>
        {(calendars) =>
          calendars.length === 0 ? (
            <Empty text="No calendars yet. Create the first one:" command={COMMAND} />
          ) : tab === "free" ? (
            <FreeTimes calendars={calendars} onSlot={canCreate ? setSlot : undefined} />
          ) : tab === "outbox" ? (
            <Outbox />
          ) : event !== undefined && !isDate(day) ? (
            <EventPlace key={event} id={event} view={view} />
          ) : (
            <Schedule calendars={calendars} view={view} date={date} onSlot={canCreate ? setSlot : undefined} />
          )
        }
      </Loaded>
      {slot && (
        <EventDialog
          slot={slot}
          calendars={(query.data ?? []).filter(isWritable)}
          onClose={() => setSlot(undefined)}
          onCreated={(id) =>
            go(isSchedule ? `${pathTo("calendar", view, date)}?event=${encodeURIComponent(id)}` : eventPath(id))
          }
        />
      )}
    </Page>
  );
}

function tabsFor(date: string, may: (id: string) => boolean) {
  const views = VIEWS.map(({ path, label }) => ({ path, label, to: pathTo("calendar", path, date) }));
  return [
    ...views,
    ...(may("calendars.freebusy") ? [{ path: "free", label: "Free times", to: "calendar/free" }] : []),
    ...(may("calendars.outbox.list") ? [{ path: "outbox", label: "Outbox", to: "calendar/outbox" }] : []),
  ];
}

function nextHour(): Slot {
  const startAt = Math.ceil(Date.now() / HOUR) * HOUR;
  return { startAt, endAt: startAt + HOUR };
}
