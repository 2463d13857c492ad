import type { Calendar, CalendarEvent } from "@postern/client/api";
import { useId } from "preact/hooks";
import type { Draft } from "./draft.ts";
import { RuleField } from "./rule-field.tsx";
import { isZone } from "./zone.ts";

interface EventFieldsProps {
  readonly draft: Draft;
  readonly event: CalendarEvent | undefined;
  readonly calendars: readonly Calendar[];
  readonly onDraft: (draft: Draft) => void;
}

const ZONES = Intl.supportedValuesOf("timeZone");

/** The fields of an event. The calendar and the first attendees are chosen when it is created. */
export function EventFields({ draft, event, calendars, onDraft }: EventFieldsProps) {
  const id = useId();
  const { isAllDay, zone } = draft;
  const control = (name: "calendar" | "title" | "location" | "description" | "attendees" | "zone") => ({
    id: `${id}-${name}`,
    class: "input",
    value: draft[name],
    onInput: (input: { currentTarget: { value: string } }) => onDraft({ ...draft, [name]: input.currentTarget.value }),
  });
  const time = (name: "start" | "end") => ({
    id: `${id}-${name}`,
    class: "input",
    type: isAllDay ? ("date" as const) : ("datetime-local" as const),
    required: true,
    value: isAllDay ? draft[name].slice(0, 10) : draft[name],
    onInput({ currentTarget: { value } }: { currentTarget: { value: string } }) {
      onDraft(timed(draft, name, isAllDay ? `${value}${draft[name].slice(10)}` : value));
    },
  });
  return (
    <>
      <div class="field">
        <label for={`${id}-title`}>Title</label>
        <input {...control("title")} type="text" dir="auto" required autofocus maxLength={1000} autocomplete="off" />
      </div>
      {!event && (
        <div class="field">
          <label for={`${id}-calendar`}>Calendar</label>
          <select {...control("calendar")}>
            {calendars.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      <label class="row cal-check">
        <input
          type="checkbox"
          checked={isAllDay}
          onChange={(input) => onDraft({ ...draft, isAllDay: input.currentTarget.checked })}
        />
        All day
      </label>
      <div class="pair">
        <div class="field">
          <label for={`${id}-start`}>{isAllDay ? "First day" : "Start"}</label>
          <input {...time("start")} />
        </div>
        <div class="field">
          <label for={`${id}-end`}>{isAllDay ? "Last day" : "End"}</label>
          <input {...time("end")} min={isAllDay ? draft.start.slice(0, 10) : draft.start} />
        </div>
        {!isAllDay && (
          <div class="field">
            <label for={`${id}-zone`}>Time zone</label>
            <input
              {...control("zone")}
              list={`${id}-zones`}
              required
              aria-invalid={isZone(zone) ? undefined : "true"}
              autocomplete="off"
            />
            <datalist id={`${id}-zones`}>
              {ZONES.map((name) => (
                <option key={name} value={name} />
              ))}
            </datalist>
          </div>
        )}
        {/* The rule belongs to the series, not to one of its occurrences. */}
        {(event?.seriesId ?? "") === "" && (
          <RuleField rule={draft.rule} onRule={(rule) => onDraft({ ...draft, rule })} />
        )}
      </div>
      <div class="field">
        <label for={`${id}-location`}>Location</label>
        <input {...control("location")} type="text" dir="auto" maxLength={2000} />
      </div>
      {!event && (
        <div class="field">
          <label for={`${id}-attendees`}>Attendees</label>
          <input {...control("attendees")} type="text" placeholder="ann@example.org, agent:main" autocomplete="off" />
        </div>
      )}
      <div class="field">
        <label for={`${id}-description`}>Description</label>
        <textarea {...control("description")} dir="auto" rows={3} />
      </div>
    </>
  );
}

/** With another start the event keeps its length. */
function timed(draft: Draft, name: "start" | "end", value: string): Draft {
  const length = Date.parse(`${draft.end}Z`) - Date.parse(`${draft.start}Z`);
  const start = Date.parse(`${value}Z`);
  if (name === "end" || Number.isNaN(start) || Number.isNaN(length)) return { ...draft, [name]: value };
  return { ...draft, start: value, end: new Date(start + length).toISOString().slice(0, 16) };
}
