import type { Calendar } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { Loaded } from "../../ui/page.tsx";
import { CalendarChoice } from "./calendar-choice.tsx";
import { namesIn, type Slot } from "./draft.ts";
import { freeIn, type Interval, type Search } from "./free-slots.ts";
import { today } from "./period.ts";
import { useCalendars } from "./read.ts";
import { addDays, dateOf, HOUR, ownZone, startOfDay } from "./zone.ts";

interface FreeTimesProps {
  readonly calendars: readonly Calendar[];
  /** Creates an event, if the key may. */
  readonly onSlot: ((slot: Slot) => void) | undefined;
}

const LENGTHS = [
  [15, "15 minutes"],
  [30, "30 minutes"],
  [60, "1 hour"],
  [120, "2 hours"],
  [240, "4 hours"],
] as const;

const day = new Intl.DateTimeFormat(undefined, { weekday: "long", day: "numeric", month: "short" });
const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });

/** Finds times at which calendars and people are free, and creates events in them. */
export function FreeTimes({ calendars, onSlot }: FreeTimesProps) {
  const id = useId();
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [people, setPeople] = useState("");
  const [search, setSearch] = useState<Search>({
    ...{ from: today(), days: 7, opens: "09:00", closes: "18:00", lengthMs: HOUR },
  });
  const isValid = search.from !== "" && search.opens !== "" && search.opens < search.closes;
  const chosen = calendars.filter((calendar) => !without.has(calendar.id)).map((calendar) => calendar.id);
  return (
    <div class="cal-free">
      <div class="stack padded cal-free-form">
        <p class="muted">Times in {ownZone}</p>
        <CalendarChoice
          calendars={calendars}
          hidden={without}
          onToggle={(calendar) => {
            const next = new Set(without);
            if (!next.delete(calendar)) next.add(calendar);
            setWithout(next);
          }}
        />
        <div class="field">
          <label for={`${id}-people`}>People and agents</label>
          <input
            id={`${id}-people`}
            class="input"
            placeholder="agent:main"
            autocomplete="off"
            onChange={(event) => setPeople(event.currentTarget.value)}
          />
          <span class="hint">Their calendars must be visible to this key.</span>
        </div>
        <div class="field">
          <label for={`${id}-length`}>Length</label>
          <select
            id={`${id}-length`}
            class="input"
            value={search.lengthMs / 60_000}
            onChange={(event) => setSearch({ ...search, lengthMs: Number(event.currentTarget.value) * 60_000 })}
          >
            {LENGTHS.map(([minutes, label]) => (
              <option key={minutes} value={minutes}>
                {label}
              </option>
            ))}
          </select>
        </div>
        <div class="pair cal-hours">
          {(
            [
              ["from", "From day", "date"],
              ["opens", "Not before", "time"],
              ["closes", "Not after", "time"],
            ] as const
          ).map(([name, label, type]) => (
            <div key={name} class="field">
              <label for={`${id}-${name}`}>{label}</label>
              <input
                id={`${id}-${name}`}
                class="input"
                type={type}
                value={search[name]}
                onInput={(event) => setSearch({ ...search, [name]: event.currentTarget.value })}
              />
            </div>
          ))}
        </div>
      </div>
      {isValid ? (
        <Found search={search} calendars={chosen} people={namesIn(people)} onSlot={onSlot} />
      ) : (
        <p class="muted padded">Choose a day and hours.</p>
      )}
    </div>
  );
}

interface FoundProps {
  readonly search: Search;
  readonly calendars: readonly string[];
  readonly people: readonly string[];
  readonly onSlot: FreeTimesProps["onSlot"];
}

function Found({ search, calendars, people, onSlot }: FoundProps) {
  const { from, days, lengthMs } = search;
  const query = useCalendars(`free ${from} ${days} ${calendars.join()} ${people.join()}`, async (client, signal) => {
    const window = { from: startOfDay(from), to: startOfDay(addDays(from, days)) };
    const inputs = [
      ...(calendars.length > 0 ? [{ ...window, calendars: [...calendars] }] : []),
      ...people.map((name) => ({ ...window, with: name })),
    ];
    const answers = await Promise.all(inputs.map((input) => client.calendars.freebusy(input, { signal })));
    return answers.flatMap(({ busy }) => busy);
  });
  return (
    <section class="stack padded" aria-label="Free times">
      <Loaded query={query}>
        {(busy) => {
          const free = freeIn(busy, search, ownZone, Date.now());
          return free.length === 0 ? (
            <p class="muted">No free time of this length. Choose other days or hours.</p>
          ) : (
            byDay(free).map(([date, intervals]) => (
              <div key={date} class="stack cal-free-day">
                <h3>{day.format(startOfDay(date))}</h3>
                <ul class="row wrap">
                  {intervals.map((interval) => (
                    <li key={interval.startAt}>
                      <FreeTime interval={interval} lengthMs={lengthMs} people={people} onSlot={onSlot} />
                    </li>
                  ))}
                </ul>
              </div>
            ))
          );
        }}
      </Loaded>
    </section>
  );
}

function byDay(free: readonly Interval[]): readonly (readonly [string, readonly Interval[]])[] {
  const days = new Map<string, Interval[]>();
  for (const interval of free) {
    const date = dateOf(interval.startAt);
    days.set(date, [...(days.get(date) ?? []), interval]);
  }
  return [...days];
}

interface FreeTimeProps {
  readonly interval: Interval;
  readonly lengthMs: number;
  readonly people: readonly string[];
  readonly onSlot: FreeTimesProps["onSlot"];
}

function FreeTime({ interval: { startAt, endAt }, lengthMs, people, onSlot }: FreeTimeProps) {
  const text = clock.formatRange(startAt, endAt);
  if (!onSlot) return <span>{text}</span>;
  // Contexts are not attendees, agents are.
  const attendees = people.filter((name) => name.startsWith("agent:")).join(", ");
  return (
    <button
      type="button"
      class="button"
      aria-label={`Create an event, free ${day.format(startAt)} ${text}`}
      onClick={() => onSlot({ startAt, endAt: startAt + lengthMs, attendees })}
    >
      {text}
    </button>
  );
}
