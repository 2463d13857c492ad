import type { Calendar, CalendarEvent } from "@postern/client/api";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Text } from "../../ui/text.tsx";
import { Time } from "../../ui/time.tsx";
import { colorOf } from "./color.ts";
import { ruleText } from "./recurrence.ts";
import { DAY, ownZone } from "./zone.ts";

/** What is known of an event. */
export function EventFacts({ event, calendar }: { event: CalendarEvent; calendar: Calendar | undefined }) {
  const { id, location, description, recurrenceRule, startTimezone, busyStatus, updatedAt, allDay } = event;
  return (
    <Facts>
      <Fact name="When">
        {whenText(event, ownZone)}
        {!allDay && startTimezone !== "" && startTimezone !== ownZone && (
          <div class="small muted">
            {whenText(event, startTimezone)} in {startTimezone}
          </div>
        )}
      </Fact>
      {recurrenceRule !== "" && <Fact name="Repeats">{ruleText(recurrenceRule)}</Fact>}
      {calendar && (
        <Fact name="Calendar">
          <span class="row">
            <span class="cal-dot" aria-hidden="true" style={{ background: colorOf(calendar) }} />
            <span dir="auto">{calendar.name}</span>
          </span>
        </Fact>
      )}
      {location !== "" && (
        <Fact name="Location">
          <span dir="auto">{location}</span>
        </Fact>
      )}
      {busyStatus === "free" && <Fact name="Counts as">free</Fact>}
      {description !== "" && (
        <Fact name="Description">
          <Text text={description} />
        </Fact>
      )}
      <Fact name="Changed">
        <Time at={updatedAt} />
      </Fact>
      <Fact name="Id">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}

/** When an event takes place. Days of all-day events are the same in every time zone. */
function whenText({ allDay, startAt, endAt }: CalendarEvent, timeZone: string): string {
  if (allDay)
    return new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeZone: "UTC" }).formatRange(
      startAt,
      endAt - DAY,
    );
  const format = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short", timeZone });
  return format.formatRange(startAt, endAt);
}
