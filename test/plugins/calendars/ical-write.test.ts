import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { componentOf } from "../../../plugins/calendars/src/ical/write.ts";

describe("written iCalendar text", () => {
  it("has no line of more than 75 octets in any script", () => {
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
