import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { titled } from "../../run/titled.ts";
import { vevent, wrap } from "./icalendar.ts";
import { at, openTestbed } from "./testbed.ts";

const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}.ics`, import.meta.url), "utf8").replaceAll(/\r?\n/g, "\r\n");

/** The content of a text, independent of the order of its properties. */
function saidIn(ics: string, leave: string[] = []): Record<string, string[]> {
  const said: Record<string, string[]> = {};
  for (const event of new ICAL.Component(ICAL.parse(ics) as never).getAllSubcomponents("vevent")) {
    const id = `${event.getFirstPropertyValue("uid")} ${event.getFirstPropertyValue("recurrence-id") ?? ""}`;
    const properties = event.getAllProperties().filter(({ name }) => !leave.includes(name));
    const alarms = event.getAllSubcomponents().map((one) => one.toString());
    said[id] = [...properties.map((property) => property.toICALString()), ...alarms].toSorted();
  }
  return said;
}

describe("the export of a web calendar", () => {
  it("is imported with recurrence, exceptions, moved occurrences and responses", async () => {
    const { calendar, post, agenda } = await openTestbed();
    const where = await calendar();
    const answer = await post("import", { calendar: where, ics: fixture("web") });
    expect(answer).toEqual({ created: 3, updated: 0, skipped: 0, diagnostics: [], diagnosticCount: 0 });
    expect(await agenda(where, "2026-10-01", "2026-12-31")).toEqual([
      "2026-10-19 07:30 Weekly meeting",
      "2026-10-27 13:00 Weekly meeting, moved",
      "2026-11-09 08:30 Weekly meeting",
      "2026-11-16 08:30 Weekly meeting",
      "2026-12-24 00:00 Holidays",
    ]);
    const { events } = await post("events.list", { calendar: where });
    expect(events[0]).toMatchObject({
      icalUid: "weekly0001@web.example",
      description:
        "Agenda:\nfirst, second; third — with a long line that is folded somewhere within a word, as all long lines are.",
      recurrenceRule: "FREQ=WEEKLY;BYDAY=MO;UNTIL=20261116T225959Z",
      recurrence: { exdates: [at("2026-11-02T09:30:00+01:00")] },
      startTimezone: "Europe/Berlin",
      sequence: 1,
      attendees: [
        { email: "ann@example.org", kind: "organizer", responseStatus: "accepted", displayName: "Ann Archer" },
        {
          email: "Ben@example.org",
          normalizedEmail: "ben@example.org",
          responseStatus: "needs_action",
          displayName: "Baker, Ben",
        },
      ],
    });
    expect(events[1]).toMatchObject({ allDay: true, busyStatus: "free", visibility: "public" });
  });
});

describe("the export of a desktop calendar", () => {
  it("keeps local times across daylight saving changes and floating times", async () => {
    const { calendar, post, agenda } = await openTestbed();
    const where = await calendar();
    const answer = await post("import", { calendar: where, ics: fixture("desk") });
    expect(answer).toMatchObject({ created: 2, skipped: 1 });
    expect(answer.diagnostics).toEqual([
      {
        line: 49,
        component: "VEVENT",
        uid: "B3F3B0D2-9E64-4E63-9E6B-0C4B7F6C1D22",
        severity: "error",
        message: "DTSTART has the value 2026-02-29, which is not a valid date or time",
      },
    ]);
    expect(await agenda(where, "2026-10-01", "2026-12-31")).toEqual([
      "2026-11-01 02:30 Night watch",
      "2026-11-02 03:30 Night watch",
      "2026-11-03 03:30 Night watch",
      "2026-11-05 11:00 Floating lunch",
      "2026-11-12 11:00 Floating lunch",
      "2026-11-19 11:00 Floating lunch",
    ]);
  });
});

describe("the export of an office suite", () => {
  it("has time zones recognized by vendor names and by their definitions", async () => {
    const { calendar, post } = await openTestbed();
    const where = await calendar();
    const answer = await post("import", { calendar: where, ics: fixture("office") });
    expect(answer).toMatchObject({
      created: 2,
      skipped: 1,
      diagnostics: [{ component: "VJOURNAL", severity: "error" }],
    });
    const { events } = await post("events.list", { calendar: where });
    expect(events[0]).toMatchObject({
      title: "Call with Pune",
      startAt: at("2026-02-10T10:30:00+05:30"),
      startTimezone: "Asia/Kolkata",
    });
    expect(events[1]).toMatchObject({
      title: "Review",
      startAt: at("2026-02-10T15:00:00+01:00"),
      startTimezone: "Europe/Berlin",
      status: "tentative",
      visibility: "private",
      attendees: [
        { kind: "organizer" },
        { kind: "required" },
        { kind: "optional", responseStatus: "tentative" },
        { kind: "resource" },
      ],
    });
  });
});

describe("imported text", () => {
  // DTSTAMP is the time of the export, and properties with default values may be written or omitted.
  const left = ["dtstamp", "last-modified", "created", "duration", "dtend", "status", "transp", "sequence"];

  it.each(["web", "office"])("is exported without losses: %s", async (name) => {
    const { calendar, post } = await openTestbed();
    const where = await calendar();
    await post("import", { calendar: where, ics: fixture(name) });
    const { ics } = await post("export", { calendar: where });
    const spell = (text: string) =>
      text.replaceAll("MAILTO:", "mailto:").replaceAll("INTERVAL=1;", "").replaceAll(";INTERVAL=1", "");
    const [before, after] = [saidIn(spell(fixture(name)), left), saidIn(spell(ics), left)];
    const parts = (said: Record<string, string[]>) =>
      Object.fromEntries(
        Object.entries(said).map(([id, lines]) => [id, lines.map((line) => line.split(/[;:]/).toSorted().join(";"))]),
      );
    expect(parts(after)).toEqual(parts(before));
    expect(ics).toContain("BEGIN:VTIMEZONE");
  });

  it("keeps alarms, unknown properties and zone names, also after an update", async () => {
    const { calendar, post } = await openTestbed();
    const where = await calendar();
    for (const name of ["desk", "office"]) await post("import", { calendar: where, ics: fixture(name) });
    const { events } = await post("events.list", { calendar: where, query: "night" });
    await post("events.update", { event: events[0].id, title: "Night shift" });
    const { ics } = await post("export", { calendar: where });
    const flat = ics.replaceAll("\r\n ", "");
    for (const kept of [
      "SUMMARY:Night shift",
      "X-DESK-TRAVEL-ADVISORY-BEHAVIOR:AUTOMATIC",
      "X-ADDRESS=1 Example Street",
      "geo:42.101483,-72.589811",
      "X-WR-ALARMUID:0D4B9A5C-31C2-4C7F-8B38-0B8E5F4E9C11",
      "TRIGGER;VALUE=DATE-TIME:19760401T005545Z",
      "CLASS:CONFIDENTIAL",
      "DTSTART;TZID=W. Europe Standard Time:20260210T150000",
      "TZID:Customized Time Zone 1",
      "SUMMARY;LANGUAGE=en-US:Review",
    ])
      expect(flat).toContain(kept);
  });

  it("has the same content after an export and import into another calendar", async () => {
    const { calendar, post, agenda } = await openTestbed();
    const [one, other] = [await calendar(), await calendar({ timezone: "Pacific/Auckland" })];
    for (const name of ["web", "desk", "office"]) await post("import", { calendar: one, ics: fixture(name) });
    const { ics } = await post("export", { calendar: one });
    expect(await post("import", { calendar: other, ics })).toMatchObject({
      created: 7,
      skipped: 0,
      diagnosticCount: 0,
    });
    const year = ["2026-01-01T00:00:00Z", "2027-01-01T00:00:00Z"] as const;
    expect(await agenda(other, ...year)).toEqual(await agenda(one, ...year));
    const again = (await post("export", { calendar: other })).ics;
    expect(saidIn(again, ["last-modified", "created"])).toEqual(saidIn(ics, ["last-modified", "created"]));
  });

  it("changes nothing when imported again and updates only what is newer", async () => {
    const { calendar, post, emitted } = await openTestbed();
    const where = await calendar();
    const take = (ics: string) => post("import", { calendar: where, ics });
    await take(fixture("web"));
    expect(await take(fixture("web"))).toMatchObject({ created: 0, updated: 0, skipped: 3 });
    expect(emitted.filter(({ type }) => type === "calendars.calendar.imported")).toHaveLength(1);
    expect(await take(vevent("SEQUENCE:1"))).toMatchObject({ created: 1 });
    const other = (text: string, ...lines: string[]) => vevent(...lines).replace("SUMMARY:One", `SUMMARY:${text}`);
    expect(await take(other("Older", "SEQUENCE:0"))).toMatchObject({ skipped: 1 });
    expect(await take(other("Higher", "SEQUENCE:2"))).toMatchObject({ updated: 1 });
    expect(await take(other("Same", "SEQUENCE:2"))).toMatchObject({ skipped: 1 });
    expect(await take(other("Later", "SEQUENCE:2", "LAST-MODIFIED:20261101T090000Z"))).toMatchObject({ updated: 1 });
    const { events } = await post("events.list", { calendar: where, query: "later" });
    expect(events).toMatchObject([{ title: "Later", sequence: 2 }]);
  });

  it("is only counted in a dry run", async () => {
    const { calendar, post, admin } = await openTestbed();
    const where = await calendar();
    const reply = await admin.post(
      "calendars.import",
      { calendar: where, ics: fixture("web") },
      { "x-dry-run": "true" },
    );
    expect(reply.body.plan).toMatchObject({ events: 3, left: 0 });
    expect((await post("events.list", { calendar: where })).total).toBe(0);
  });
});

describe("invalid text", () => {
  it.each(["", "hello", "{}", "BEGIN:VCARD\r\nEND:VCARD\r\n", "\u0000BEGIN:VCALENDAR\r\n"])(
    "%j is rejected as not being iCalendar",
    async (ics) => {
      const { calendar, refuse } = await openTestbed();
      expect(await refuse("import", { calendar: await calendar(), ics })).toMatchObject({
        status: 400,
        issues: [{ path: "/ics" }],
      });
    },
  );

  it.each([
    [["DTSTART:nonsense"], "which is not a valid date or time"],
    [["DTSTART:99991231T000000Z"], "1900 to 9999"],
    [["RRULE:FREQ=SECONDLY"], "HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY"],
    [["RRULE:FREQ=NEVER"], "it cannot be read"],
    [["RRULE:FREQ=DAILY;COUNT=999999"], "COUNT"],
    [["DURATION:soon"], "which is not a valid duration"],
    [['X-OPEN;P="x:y'], "it cannot be read"],
    [["NO COLON"], "it cannot be read"],
  ])("%j is skipped and reported with its line", async (lines, message) => {
    const { calendar, post } = await openTestbed();
    const event = (uid: string, ...more: string[]) => [
      "BEGIN:VEVENT",
      `UID:${uid}`,
      ...more,
      "DTSTART:20261123T080000Z",
      "END:VEVENT",
    ];
    const ics = wrap(...event("good"), ...event("bad", ...lines), ...event("fine"));
    const answer = await post("import", { calendar: await calendar(), ics });
    expect(answer).toMatchObject({
      created: 2,
      skipped: 1,
      diagnosticCount: 1,
      diagnostics: [{ line: 8, severity: "error" }],
    });
    expect(answer.diagnostics[0].message).toContain(message);
  });

  it.each(
    titled([
      [["RECURRENCE-ID;RANGE=THISANDFUTURE:20261123T080000Z"], "all later ones"],
      [["DTEND:20261122T080000Z"], "is not after"],
      [["RRULE:FREQ=DAILY", "RRULE:FREQ=WEEKLY"], "several RRULEs"],
      [["EXDATE;TZID=Nowhere/At All:20261124T080000"], "the time zone Nowhere/At All is unknown"],
      [["RRULE:FREQ=DAILY;COUNT=2", "RDATE;VALUE=PERIOD:20261201T080000Z/PT1H"], "with the duration of the series"],
      [[`X-BIG:${"x".repeat(70_000)}`], "are dropped"],
      [[`DESCRIPTION:${"x".repeat(70_000)}`], "is truncated"],
      [Array.from({ length: 250 }, (_, n) => `ATTENDEE:mailto:a${n}@example.org`), "more than 200 attendees"],
    ]),
  )("%s is imported with a warning", async (_title, lines, message) => {
    const { calendar, post } = await openTestbed();
    const answer = await post("import", { calendar: await calendar(), ics: vevent(...lines) });
    expect(answer).toMatchObject({ created: 1, skipped: 0, diagnostics: [{ severity: "warning", uid: "1@test" }] });
    expect(answer.diagnostics[0].message).toContain(message);
  });

  it("that is truncated is imported up to the last complete event", async () => {
    const { calendar, post } = await openTestbed();
    const whole = fixture("web");
    const ics = whole.slice(0, whole.indexOf("Holidays"));
    const answer = await post("import", { calendar: await calendar(), ics });
    expect(answer).toMatchObject({
      created: 2,
      skipped: 1,
      diagnostics: [{ message: "the text ends in the middle of it" }],
    });
  });

  it("without a UID gets one derived from its content", async () => {
    const { calendar, post } = await openTestbed();
    const where = await calendar();
    const ics = vevent().replace("UID:1@test\r\n", "");
    expect(await post("import", { calendar: where, ics })).toMatchObject({
      created: 1,
      diagnostics: [{ severity: "warning" }],
    });
    expect(await post("import", { calendar: where, ics })).toMatchObject({ created: 0, skipped: 1 });
  });

  it("may have a byte order mark, bare line feeds and lower case keywords", async () => {
    const { calendar, post } = await openTestbed();
    const ics = `\uFEFF${vevent().replaceAll("\r\n", "\n").replaceAll("BEGIN", "begin")}`;
    expect(await post("import", { calendar: await calendar(), ics })).toMatchObject({ created: 1 });
  });
});

describe("an occurrence without its series", () => {
  it("is imported as a separate event and exported as an occurrence", async () => {
    const { calendar, post } = await openTestbed();
    const where = await calendar();
    const ics = vevent("RECURRENCE-ID:20261122T080000Z");
    expect(await post("import", { calendar: where, ics })).toMatchObject({ created: 1 });
    expect(await post("import", { calendar: where, ics })).toMatchObject({ skipped: 1 });
    const out = (await post("export", { calendar: where })).ics;
    expect(out).toContain("UID:1@test\r\n");
    expect(out).toContain("RECURRENCE-ID:20261122T080000Z");
  });
});
