import { describe, expect, it } from "vitest";
import { parseText } from "../../../plugins/calendars/src/ical/parse.ts";
import { readText } from "../../../plugins/calendars/src/ical/text.ts";
import { openTestbed } from "./testbed.ts";

const call = { caller: "user:a", signal: new AbortController().signal };
const zone = [
  ...["BEGIN:VTIMEZONE", "TZID:Office", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
  ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"],
];
const event = (number: number) => [
  ...[
    "BEGIN:VEVENT",
    `UID:${number}@example.org`,
    `DTSTART;TZID=Office:20261123T08${String(number % 60).padStart(2, "0")}00`,
  ],
  ...[`SUMMARY:Event ${number}`, "RRULE:FREQ=DAILY;COUNT=3", "ATTENDEE:mailto:ada@example.org", "X-OWN;A=b:c"],
  ...["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT5M", "END:VALARM", "END:VEVENT"],
];
const textOf = (lines: readonly string[]) => ["BEGIN:VCALENDAR", ...lines, "END:VCALENDAR", ""].join("\r\n");
const events = (count: number) => Array.from({ length: count }, (_, number) => event(number)).flat();
const broken = ["BEGIN:VEVENT", "UID:broken", "DTSTART:nonsense", "END:VEVENT", "BEGIN:VJOURNAL", "END:VJOURNAL"];

describe("a long iCalendar text", () => {
  it("is read in another process like a short one", async () => {
    const text = textOf([...zone, ...events(1_000), ...broken]);
    expect(text.length).toBeGreaterThan(65_536);
    const read = await parseText(text, "Europe/Berlin", call);
    expect(read).toEqual(await readText(text, "Europe/Berlin"));
    expect([read.drafts.length, read.left, read.definitions.size]).toEqual([1_000, 2, 1]);
  });

  it("is imported, and other calls are answered meanwhile", async () => {
    const { calendar, post, refuse } = await openTestbed();
    const id = await calendar();
    const importing = post("import", { calendar: id, ics: textOf(events(3_000)) });
    let isImported = false;
    const imported = importing.then((answer) => {
      isImported = true;
      return answer;
    });
    for (let n = 0; n < 3; n++) await post("list");
    expect(isImported).toBe(false);
    expect(await imported).toMatchObject({ created: 3_000, skipped: 0 });
    const many = textOf(Array.from({ length: 24_001 }, () => ["BEGIN:VEVENT", "END:VEVENT"]).flat());
    expect(await refuse("import", { calendar: id, ics: many })).toMatchObject({
      issues: [{ message: expect.stringContaining("has 24001 events; the maximum is 24000") }],
    });
  });
});
