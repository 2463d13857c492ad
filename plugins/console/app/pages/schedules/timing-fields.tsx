import { useEffect, useId, useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { Loaded } from "../../ui/page.tsx";
import { KINDS, type Times, type TimesKind, whenOf } from "./timing.ts";

const PLACEHOLDERS = { cron: "0 9 * * 1-5", every: "15m", rrule: "FREQ=WEEKLY;BYDAY=MO,WE" } as const;
const HINTS: Readonly<Record<TimesKind, string>> = {
  cron: "Minute, hour, day, month, day of the week",
  every: "Such as 30s, 15m, 2h or 1d",
  rrule: "An iCalendar RRULE",
  at: "In the time zone of the schedule",
};
/** How long nothing may be typed before the times are asked for, in milliseconds. */
const PAUSE_MS = 250;

/** When something runs, with the next times. */
export function TimingFields({ times, onTimes }: { times: Times; onTimes: (times: Times) => void }) {
  const id = useId();
  const { kind } = times;
  const set = (changed: Partial<Times>): void => onTimes({ ...times, ...changed });
  const control = (name: keyof Times) => ({
    id: `${id}-${name}`,
    class: "input",
    value: times[name],
    onInput: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <fieldset class="field plain-group action-fields">
      <legend>When it runs</legend>
      <div class="pair">
        <div class="field">
          <label for={`${id}-kind`}>Times</label>
          <select {...control("kind")}>
            {KINDS.map((one) => (
              <option key={one.kind} value={one.kind}>
                {one.label}
              </option>
            ))}
          </select>
        </div>
        <div class="field">
          <label for={`${id}-timezone`}>Time zone</label>
          <input {...control("timezone")} type="text" list={`${id}-zones`} autocomplete="off" required />
          <datalist id={`${id}-zones`}>
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </div>
        <div class="field">
          <label for={`${id}-${kind}`}>{KINDS.find((one) => one.kind === kind)?.label}</label>
          {kind === "at" ? (
            <input {...control("at")} type="datetime-local" required />
          ) : (
            <input {...control(kind)} type="text" required spellcheck={false} placeholder={PLACEHOLDERS[kind]} />
          )}
          <div class="hint">{HINTS[kind]}</div>
        </div>
        {kind === "rrule" && (
          <div class="field">
            <label for={`${id}-start`}>Start</label>
            <input {...control("start")} type="datetime-local" required />
          </div>
        )}
        {(kind !== "at" || times.until !== "") && (
          <div class="field">
            <label for={`${id}-until`}>Until</label>
            <input {...control("until")} type="datetime-local" />
            <div class="hint">No runs after this time</div>
          </div>
        )}
      </div>
      <Preview times={times} />
    </fieldset>
  );
}

function Preview({ times }: { times: Times }) {
  const { timezone, until } = times;
  const when = whenOf(times);
  const wanted = when && JSON.stringify({ when, timezone, ...(until !== "" && { until }) });
  const [asked, setAsked] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  return asked === undefined ? null : <NextTimes key={asked} input={JSON.parse(asked)} />;
}

interface NextTimesProps {
  readonly input:
    | { readonly when: Record<string, string>; readonly timezone: string; readonly until?: string }
    | { readonly id: string };
}

/** The next times of a schedule, or of times that are tried. */
export function NextTimes({ input }: NextTimesProps) {
  const query = useQuery(
    `preview ${JSON.stringify(input)}`,
    (client, signal) => client.schedules.preview(input, { signal }),
    { events: ["schedules.schedule.*"] },
  );
  return (
    <Loaded query={query}>
      {({ times }) =>
        times.length === 0 ? (
          <p class="small muted">No further times.</p>
        ) : (
          <ol class="schedule-times" aria-label="Next times">
            {times.slice(0, 5).map(({ at, local, weekday }) => (
              <li key={at}>
                <span class="muted">{weekday}</span> {local.replace("T", " ")}
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}
