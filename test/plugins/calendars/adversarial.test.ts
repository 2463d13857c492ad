import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { readText } from "../../../plugins/calendars/src/ical/text.ts";
import { componentOf } from "../../../plugins/calendars/src/ical/write.ts";
import { pauseOf } from "../../core/survive/pause.ts";

const calendar = (...lines: string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
const event = (...lines: string[]) =>
  calendar("BEGIN:VEVENT", "UID:1", "DTSTART:20261121T090000Z", ...lines, "END:VEVENT");
const zone = (rule: string) =>
  calendar(
    ...["BEGIN:VTIMEZONE", "TZID:made-up", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0100"],
    ...["TZOFFSETTO:+0000", rule, "END:STANDARD", "END:VTIMEZONE"],
    ...["BEGIN:VEVENT", "UID:1", "DTSTART;TZID=made-up:20261121T090000", "END:VEVENT"],
  );

describe("an iCalendar text that is made to be hard to read", () => {
  it.each([
    ["a time zone that changes its clock every second", zone("RRULE:FREQ=SECONDLY")],
    ["a time zone that changes its clock every second of a day", zone("RRULE:FREQ=YEARLY;BYSECOND=0,1,2,3")],
    ["a time zone on the thirtieth of February", zone("RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")],
    ["five megabytes of parameters", event(`X-A${";A=b".repeat(1_250_000)}:x`)],
    ["five megabytes of parameters without a value", event(`X-A${";A=b".repeat(1_250_000)}`)],
    ["a quote that is never closed", event(`X-A;B="${":;=".repeat(1_000_000)}`)],
    ["200,000 dates in one line", event(`RDATE:${Array(200_000).fill("20261122T090000Z").join(",")}`)],
    ["200,000 dates in a line each", event(Array(200_000).fill("RDATE:20261122T090000Z").join("\r\n"))],
    ["1,200,000 folded lines", event(`DESCRIPTION:x${"\r\n x".repeat(1_200_000)}`)],
  ])("holds up nobody for 200 ms: %s", async (_, text) => {
    let read: Awaited<ReturnType<typeof readText>> | undefined;
    const pause = await pauseOf(async () => {
      read = await readText(text, "UTC");
    });
    expect((read?.drafts.length ?? 0) + (read?.diagnosticCount ?? 0)).toBeGreaterThan(0);
    expect(pause).toBeLessThan(200);
  });
});

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
