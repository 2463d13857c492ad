import type { Calendar } from "@postern/client/api";
import { colorOf } from "./color.ts";

interface CalendarChoiceProps {
  readonly calendars: readonly Calendar[];
  readonly hidden: ReadonlySet<string>;
  readonly onToggle: (id: string) => void;
}

/** The calendars with their colors, and which of them are shown. */
export function CalendarChoice({ calendars, hidden, onToggle }: CalendarChoiceProps) {
  return (
    <ul class="cal-choice">
      {calendars.map((calendar) => (
        <li key={calendar.id}>
          <label class="row cal-check">
            <input type="checkbox" checked={!hidden.has(calendar.id)} onChange={() => onToggle(calendar.id)} />
            <span class="cal-dot" aria-hidden="true" style={{ background: colorOf(calendar) }} />
            <span class="grow cut" dir="auto">
              {calendar.name}
            </span>
            {calendar.accountId !== "local" && <span class="small muted cut">{calendar.accountId}</span>}
          </label>
        </li>
      ))}
    </ul>
  );
}
