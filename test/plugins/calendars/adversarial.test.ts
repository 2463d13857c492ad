import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { componentOf } from "../../../plugins/calendars/src/ical/write.ts";

const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
const _event = (...lines: string[]) =>
  calendar("BEGIN:VEVENT", "UID:1", "DTSTART:20261121T090000Z", ...lines, "END:VEVENT");
const _zone = (rule: string) =>
  calendar(
    ...["BEGIN:VTIMEZONE", "TZID:made-up", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100"],
    ...["TZOFFSETTO:+0000", rule, "END:STANDARD", "END:VTIMEZONE"],
    ...["BEGIN:VEVENT", "UID:1", "DTSTART;TZID=made-up:20261121T090000", "END:VEVENT"],
  );

describe("an iCalendar text that is written", () => {
  it("has no line of more than 75 octets, in any script", () => {
    const title = "Straße 会议 👩‍🚀 ".repeat(40);
    const event = {
      ...{ icalUid: "1", createdAt: 0, updatedAt: 0, sequence: 0, title, startAt: 0, endAt: 0, allDay: false },
      ...{
        recurrence: {},
        status: "confirmed",
        busyStatus: "busy",
        visibility: "default",
        attendees: [],
        safePayload: {},
      },
    };
    const text = ICAL.stringify(componentOf(event as never) as never);
    const lines = text.split("\r\n").map((line) => Buffer.byteLength(line));
    expect(Math.max(...lines)).toBeLessThanOrEqual(75);
    expect(Math.max(...lines)).toBeGreaterThan(70);
    expect(ICAL.parse(text)[1].find(([name]: string[]) => name === "summary")[3]).toBe(title);
  });
});
