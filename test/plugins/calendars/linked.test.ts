import { missingDependency, type RecordName, type Wire } from "@postern/kit/sync";
import { describe, expect, it } from "vitest";
import { expectNothing, expectSettled, type Side } from "../linked.ts";
import { begins, calendarOn, eventOn, open } from "./linked.ts";
import { at as moment } from "./testbed.ts";

const outboxOn = async (side: Side) => (await side.post("calendars.outbox.list")).total;

describe("calendars on linked gateways", () => {
  it("are the same on both sides, including their members", async () => {
    const { a, b, settle, expectEqual } = await open();
    const calendar = await calendarOn(a, { name: "Work", color: "#3a7bd5", timezone: "Asia/Kolkata" });
    await a.post("calendars.share", { calendar, with: "agent:main", relation: "writer" });
    await settle();
    await b.post("calendars.update", { calendar, name: "Office", color: "" });
    await b.post("calendars.share", { calendar, with: "agent:night", relation: "reader" });
    await settle();
    const all = await expectEqual();
    expect(all[`calendar ${calendar}`]).toMatchObject({
      ...{ name: "Office", timezone: "Asia/Kolkata", visibility: "shared" },
      members: [{ id: "main" }, { id: "night" }],
    });
    expect(Object.keys(all[`calendar ${calendar}`] as Wire)).not.toContain("accountId");
    await a.post("calendars.unshare", { calendar, with: "agent:main" });
    await a.post("calendars.archive", { calendar });
    await settle();
    await expectEqual();
    expect((await b.post("calendars.list", { status: "archived" })).calendars).toMatchObject([{ id: calendar }]);
    expect(b.bySync()).toEqual(["calendars.calendar.created", "calendars.calendar.archived"]);
    await expectSettled(b);
  });

  it("have one default per owner, the one set most recently", async () => {
    const { a, b, settle, expectEqual, conflicts } = await open();
    const [, two, three] = [await calendarOn(a, { isDefault: true }), await calendarOn(a), await calendarOn(a)];
    await settle();
    // The caller is a different principal on the other gateway, so the change is applied as one from a peer.
    const own = (await b.domain.read(b.store, ["calendar", two])) as Wire;
    await b.apply(["calendar", two], { ...own, isDefault: true });
    await settle();
    const defaults = async () =>
      Object.entries(await expectEqual()).flatMap(([name, { isDefault }]) => (isDefault ? [name] : []));
    expect(await defaults()).toEqual([`calendar ${two}`]);
    await a.post("calendars.update", { calendar: three, isDefault: true });
    await settle();
    expect(await defaults()).toEqual([`calendar ${three}`]);
    expect(conflicts).toEqual([]);
  });

  it("have the same events and notify each guest once", async () => {
    const { a, b, settle, expectEqual } = await open();
    const calendar = await calendarOn(a);
    const guests = { attendees: [{ email: "ann@example.org" }, { agent: "main" }], execute: true };
    await a.post("agents.create", { id: "main" });
    const event = await eventOn(a, calendar, { location: "Here", idempotencyKey: "canary-key", ...guests });
    await settle();
    expect(await outboxOn(a)).toBe(1);
    expect(await outboxOn(b)).toBe(0);
    await b.post("calendars.events.update", { event: event.id, title: "Talk", location: "" });
    await settle();
    await b.post("calendars.events.respond", {
      ...{ event: event.id, attendeeEmail: "ann@example.org", status: "accepted", execute: true },
    });
    await settle();
    expect(await outboxOn(a)).toBe(1);
    expect(await outboxOn(b)).toBe(2);
    const all = await expectEqual();
    expect(JSON.stringify(all)).not.toContain("canary");
    expect(JSON.stringify(all)).not.toContain("out_");
    expect(JSON.stringify(all)).not.toContain('"accountId"');
    const shown = (await a.post("calendars.events.show", { event: event.id })).event;
    expect(shown).toMatchObject({ title: "Talk", sequence: 1, accountId: "local" });
    const answers = shown.attendees.map(({ responseStatus }: { responseStatus: string }) => responseStatus);
    expect(answers).toEqual(["accepted", "needs_action"]);
    await a.post("calendars.events.cancel", { event: event.id, execute: true });
    await settle();
    expect(await begins(b, calendar)).toEqual([]);
    await b.post("calendars.events.restore", { event: event.id });
    await settle();
    expect(await begins(a, calendar)).toEqual(["2026-11-23T08:00:00.000Z Talk"]);
    await expectEqual();
    expect(b.bySync().filter((type) => type.includes("event."))).toEqual([
      "calendars.event.created",
      "calendars.event.cancelled",
    ]);
    expect([...a.bySync(), ...b.bySync()].filter((type) => type.includes("outbox"))).toEqual([]);
    await expectSettled(a);
  });

  it("have the same series with their individually changed occurrences", async () => {
    const { a, b, settle, expectEqual } = await open();
    const calendar = await calendarOn(a);
    const series = await eventOn(a, calendar, {
      ...{ startTimezone: "Europe/Berlin", recurrenceRule: "FREQ=DAILY;COUNT=4" },
    });
    await settle();
    expect(await begins(b, calendar)).toHaveLength(4);
    const second = `${series.id}@${moment("2026-11-24T09:00:00+01:00")}`;
    const third = `${series.id}@${moment("2026-11-25T09:00:00+01:00")}`;
    await b.post("calendars.events.update", { event: second, title: "Other" });
    await b.post("calendars.events.cancel", { event: third, execute: true });
    await settle();
    const left = [
      "2026-11-23T08:00:00.000Z Meeting",
      "2026-11-24T08:00:00.000Z Other",
      "2026-11-26T08:00:00.000Z Meeting",
    ];
    expect(await begins(a, calendar)).toEqual(left);
    await a.post("calendars.events.update", { event: series.id, location: "Room", title: "Stand-up" });
    await settle();
    expect((await b.post("calendars.events.show", { event: second })).event).toMatchObject({
      ...{ title: "Other", location: "Room" },
    });
    const noon = { startAt: "2026-11-23T12:00:00+01:00", endAt: "2026-11-23T13:00:00+01:00" };
    await a.post("calendars.events.update", { event: series.id, ...noon });
    await settle();
    const all = await expectEqual();
    expect(await begins(b, calendar)).toEqual(await begins(a, calendar));
    expect(Object.keys(all).filter((name) => name.includes("@"))).toEqual([]);
    await a.post("calendars.events.cancel", { event: series.id, execute: true });
    await settle();
    expect(await begins(b, calendar)).toEqual([]);
    await expectEqual();
    await expectSettled(b);
  });

  const vevent = (uid: string, summary: string, more: readonly string[] = []) => [
    ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20261120T080000Z", "DTSTART:20261123T080000Z", "DTEND:20261123T090000Z"],
    ...[`SUMMARY:${summary}`, ...more, "END:VEVENT"],
  ];
  const icalendar = (...lines: string[]) =>
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");

  it("have the same events imported from iCalendar text and their time zones", async () => {
    const { a, b, settle, expectEqual } = await open();
    const calendar = await calendarOn(a);
    const zone = [
      ...["BEGIN:VTIMEZONE", "TZID:Own/Zone", "BEGIN:STANDARD", "DTSTART:19700101T000000"],
      ...["TZOFFSETFROM:+0100", "TZOFFSETTO:+0100", "END:STANDARD", "END:VTIMEZONE"],
    ];
    const inZone = vevent("zoned@x", "Zoned").map((line) =>
      line.replace(/^(DTSTART|DTEND):(.*)Z$/, "$1;TZID=Own/Zone:$2"),
    );
    const many = Array.from({ length: 600 }, (_, n) => vevent(`${n}@x`, `No ${n}`)).flat();
    const ics = icalendar(...zone, ...inZone, ...many);
    await a.post("calendars.import", { calendar, ics });
    await settle();
    await expectEqual();
    expect((await b.post("calendars.events.list", { calendar, limit: "1" })).total).toBe(601);
    const texts = [];
    for (const side of [a, b]) texts.push((await side.post("calendars.export", { calendar })).ics);
    expect(texts[1]).toContain("TZID:Own/Zone");
    expect(texts[1].split("\r\n").sort()).toEqual(texts[0].split("\r\n").sort());
  });

  it("merge an event that both sides have imported", async () => {
    const { a, b, settle, expectEqual } = await open();
    const calendar = await calendarOn(a);
    await settle();
    const rule = ["RRULE:FREQ=DAILY;COUNT=3"];
    const part = vevent("same@x", "Part", ["RECURRENCE-ID:20261124T080000Z"]);
    for (const side of [a, b])
      await side.post("calendars.import", { calendar, ics: icalendar(...vevent("same@x", "Whole", rule), ...part) });
    await settle();
    const all = await expectEqual();
    const events = Object.keys(all).filter((name) => name.startsWith("event"));
    expect(events).toHaveLength(2);
    const [first] = events.sort();
    expect(events[1]).toContain(`${first}@`);
    for (const side of [a, b]) expect(await begins(side, calendar)).toHaveLength(3);
  });

  it("wait for the records they refer to and reject invalid ones", async () => {
    const { a, b } = await open();
    const calendar = await calendarOn(a);
    const series = await eventOn(a, calendar, { recurrenceRule: "FREQ=DAILY;COUNT=4" });
    const part = `${series.id}@${moment("2026-11-24T09:00:00+01:00")}`;
    await a.post("calendars.events.update", { event: part, title: "Other" });
    const wanted = async (name: RecordName) =>
      b.apply(name, await a.domain.read(a.store, name)).then(() => undefined, missingDependency);
    expect(await wanted(["event", series.id])).toEqual(["calendar", calendar]);
    expect(await wanted(["calendar", calendar])).toBeUndefined();
    expect(await wanted(["event", part])).toEqual(["event", series.id]);
    expect(await wanted(["event", series.id])).toBeUndefined();
    expect(await wanted(["event", part])).toBeUndefined();
    const wire = (await a.domain.read(a.store, ["event", series.id])) as Wire;
    const refused = (said: object) => expect(b.apply(["event", series.id], { ...wire, ...said })).rejects;
    await refused({ recurrenceRule: "FREQ=SECONDLY;BYSETPOS=x" }).toThrow();
    await refused({ etag: "1" }).toThrow(/\/etag/);
    await refused({ calendarId: "cal_0123456789abcdef01234567" }).toThrow(/does not belong to calendar/);
    await refused({ seriesId: series.id }).toThrow(/occurrence/);
    await expect(b.apply(["calendar", calendar], undefined)).rejects.toThrow(/cannot be deleted/);
    await b.apply(["event", series.id], undefined);
    expect(Object.keys(await b.all())).toEqual([`calendar ${calendar}`]);
    await expectNothing(b, b.domain, ["event", part], undefined);
  });
});
