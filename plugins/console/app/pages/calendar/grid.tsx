import {
  createCalendar,
  DayGrid,
  destroyCalendar,
  type Calendar as Grid,
  Interaction,
  TimeGrid,
} from "@event-calendar/core";
import "@event-calendar/core/index.css";
import type { Calendar, CalendarEvent } from "@postern/client/api";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { Slot } from "./draft.ts";
import { gridEvent } from "./grid-event.ts";
import { VIEWS, type View } from "./period.ts";
import { addDays, dateOf, HOUR, startOfDay } from "./zone.ts";

/** Where an event was dragged to. */
export interface Move {
  readonly id: string;
  readonly startAt: number;
  readonly endAt: number;
  readonly isAllDay: boolean;
  /** Puts the event back. */
  revert(): void;
}

interface EventGridProps {
  readonly view: View;
  readonly date: string;
  readonly events: readonly CalendarEvent[];
  readonly calendars: ReadonlyMap<string, Calendar>;
  readonly canCreate: boolean;
  readonly canMove: boolean;
  readonly onSlot: (slot: Slot) => void;
  readonly onOpen: (id: string) => void;
  readonly onMove: (move: Move) => void;
}

/** The days of a view with their events. The grid is not made of Preact components, so it is told what changes. */
export function EventGrid(props: EventGridProps) {
  const { view, date, events, calendars, canCreate, canMove } = props;
  const latest = useRef(props);
  latest.current = props;
  const place = useRef<HTMLDivElement>(null);
  const grid = useRef<Grid | undefined>(undefined);
  const shown = useMemo(
    () => events.map((event) => gridEvent(event, calendars.get(event.calendarId), canMove)),
    [events, calendars, canMove],
  );

  useEffect(() => {
    if (!place.current) return;
    const created = createCalendar(place.current, [DayGrid, TimeGrid, Interaction], {
      ...optionsFor(latest),
      eventDrop: (info) => latest.current.onMove(dropOf(info, (x, y) => created.dateFromPoint(x, y))),
    });
    grid.current = created;
    const stop = afterDrawing(place.current, withoutTable, scrollableByKeys);
    return () => {
      grid.current = undefined;
      stop();
      void destroyCalendar(created);
    };
  }, []);
  useEffect(() => {
    grid.current?.setOption("view", gridOf(view)).setOption("date", date);
  }, [view, date]);
  useEffect(() => {
    if (grid.current && place.current) withFocus(grid.current, place.current, shown);
  }, [shown]);
  useEffect(() => {
    grid.current?.setOption("selectable", canCreate);
  }, [canCreate]);

  return <div ref={place} class="cal-grid" />;
}

/** Shows other events. They are all drawn anew, so the one with the focus gets it again. */
function withFocus(grid: Grid, place: HTMLElement, shown: Grid.EventInput[]): void {
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  grid.setOption("events", shown);
  const id = focused instanceof HTMLElement ? focused.dataset.event : undefined;
  if (id === undefined) return;
  // The grid draws in a microtask that is queued by now, and no key is handled before ours.
  queueMicrotask(() => {
    if (!focused?.isConnected) place.querySelector<HTMLElement>(`[data-event="${CSS.escape(id)}"]`)?.focus();
  });
}

const gridOf = (view: View): string => VIEWS.find(({ path }) => path === view)?.grid ?? "timeGridWeek";

const moveOf = ({ event, revert }: Pick<Grid.EventDropInfo, "event" | "revert">): Move => ({
  id: String(event.id),
  startAt: event.start.getTime(),
  endAt: event.end.getTime(),
  isAllDay: event.allDay,
  revert,
});

/**
 * Where an event was dropped. The grid only moves events of a day within the row of such events, and others below it, so
 * what was dropped in the other part becomes an event of that part: of one day, or of one hour.
 */
function dropOf(info: Grid.EventDropInfo, dateAt: Grid["dateFromPoint"]): Move {
  const move = moveOf(info);
  const { clientX, clientY } = info.jsEvent as PointerEvent;
  const target = info.view.type === "dayGridMonth" ? null : dateAt(clientX, clientY);
  if (!target || target.allDay === move.isAllDay) return move;
  const startAt = target.date.getTime();
  const endAt = target.allDay ? startOfDay(addDays(dateOf(startAt), 1)) : startAt + HOUR;
  return { ...move, startAt, endAt, isAllDay: target.allDay };
}

/** The options of a new grid. Handlers use the properties that are current when they are called. */
function optionsFor(latest: { readonly current: EventGridProps }): Grid.Options {
  const { view, date } = latest.current;
  return {
    view: gridOf(view),
    date,
    firstDay: 1,
    height: "100%",
    headerToolbar: { start: "", center: "", end: "" },
    nowIndicator: true,
    dayMaxEvents: true,
    slotEventOverlap: false,
    scrollTime: "07:30:00",
    snapDuration: "00:15:00",
    selectBackgroundColor: "var(--accent-soft)",
    slotHeight: 28,
    dayHeaderFormat: (day) => `${weekday.format(day)} ${day.getDate()}`,
    slotLabelFormat: { hour: "numeric" },
    eventTimeFormat: { hour: "2-digit", minute: "2-digit" },
    // The grid would parse a text as HTML here.
    allDayContent: () => ({ domNodes: [document.createTextNode("All day")] }),
    moreLinkContent: ({ num }) => `${num} more`,
    views: { dayGridMonth: { dayHeaderFormat: { weekday: "short" } } },
    eventContent: ({ event, timeText, view }) => ({
      domNodes: contentOf(event, timeText, view.type === "dayGridMonth"),
    }),
    // Events that are drawn anew are told apart by their id.
    eventDidMount: ({ event, el }) => {
      el.dataset.event = String(event.id);
    },
    eventClick: ({ event }) => latest.current.onOpen(String(event.id)),
    eventResize: (info) => latest.current.onMove(moveOf(info)),
    select: ({ start, end, allDay }) =>
      latest.current.onSlot({ startAt: start.getTime(), endAt: end.getTime(), isAllDay: allDay }),
    dateClick({ date: clicked, allDay }) {
      if (!latest.current.canCreate) return;
      const startAt = clicked.getTime();
      const endAt = allDay ? startOfDay(addDays(dateOf(startAt), 1)) : startAt + HOUR;
      latest.current.onSlot({ startAt, endAt, isAllDay: allDay });
    },
  };
}

const TABLE_ROLES = ["table", "rowgroup", "row", "cell", "columnheader"].map((role) => `[role=${role}]`).join(", ");

/** Changes what the grid has drawn, now and whenever it draws. */
function afterDrawing(grid: HTMLElement, ...changes: readonly ((grid: HTMLElement) => void)[]): () => void {
  const change = (): void => {
    for (const apply of changes) apply(grid);
  };
  change();
  const observer = new MutationObserver(change);
  observer.observe(grid, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Removes the roles of a table from the grid. Events are not in its cells but above all of them, so that screen readers
 * would find empty cells; the name of each event contains its day instead.
 */
function withoutTable(grid: HTMLElement): void {
  for (const element of grid.querySelectorAll(TABLE_ROLES)) {
    for (const name of ["role", "aria-label", "aria-colindex"]) element.removeAttribute(name);
  }
}

/** Days without events contain nothing that could have the focus. */
function scrollableByKeys(grid: HTMLElement): void {
  const days = grid.querySelector<HTMLElement>(".ec-main");
  if (!days) return;
  days.tabIndex = 0;
  days.ariaLabel = "Days";
}

const weekday = new Intl.DateTimeFormat(undefined, { weekday: "short" });
const fullDay = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

function contentOf({ title, allDay, start, extendedProps }: Grid.Event, timeText: string, isMonth: boolean): Node[] {
  const time = document.createElement("span");
  time.className = "cal-time";
  time.textContent = timeText;
  const name = document.createElement("span");
  name.className = "cal-title";
  name.dir = "auto";
  name.textContent = typeof title === "string" ? title : "";
  name.title = name.textContent;
  const about = document.createElement("span");
  about.className = "only-read";
  about.textContent = ` ${fullDay.format(start)}, ${String(extendedProps.about ?? "")}`;
  if (allDay) return [name, about];
  // A short event has one line in a day, and a month has no room for ends.
  return isMonth ? [time, name, about] : [name, time, about];
}
