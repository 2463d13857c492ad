import { describe, expect, it } from "vitest";
import { at, iso, MONDAY, openTestbed } from "./testbed.ts";

const WEEKDAYS = { recurrenceRule: "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;COUNT=10" };

const WEEK = ["2026-11-23T00:00:00+01:00", "2026-11-30T00:00:00+01:00"] as const;

describe("a list of events", () => {
  it("is sorted by start time, includes overlapping events and has pages", async () => {
    const { calendar, event, post, agenda } = await openTestbed();
    const where = await calendar();
    await event(where, { title: "Late", startAt: "2026-11-25T20:00:00+01:00", endAt: "2026-11-25T21:00:00+01:00" });
    await event(where, { title: "Long", startAt: "2026-01-01T00:00:00+01:00", endAt: "2027-01-01T00:00:00+01:00" });
    await event(where, { title: "Over", startAt: "2026-11-22T19:00:00+01:00", endAt: "2026-11-23T00:00:00+01:00" });
    await event(where, { title: "Across", startAt: "2026-11-22T20:00:00+01:00", endAt: "2026-11-23T02:00:00+01:00" });
    await event(where, { title: "Instant", startAt: "2026-11-23T00:00:00+01:00", endAt: "2026-11-23T00:00:00+01:00" });
    await event(where, { title: "After", startAt: "2026-11-30T00:00:00+01:00", endAt: "2026-11-30T02:00:00+01:00" });
    expect(await agenda(where, ...WEEK)).toEqual([
      "2025-12-31 23:00 Long",
      "2026-11-22 19:00 Across",
      "2026-11-22 23:00 Instant",
      "2026-11-25 19:00 Late",
    ]);
    const page = await post("events.list", { calendar: where, limit: "2", offset: "1", fields: "title" });
    expect(page).toEqual({
      events: [{ title: "Over" }, { title: "Across" }],
      total: 6,
      limit: 2,
      offset: 1,
      nextOffset: 3,
    });
  });

  it("contains a series once if it has an occurrence in the time range", async () => {
    const { calendar, event, post } = await openTestbed();
    const where = await calendar();
    await event(where, { title: "Ends", ...WEEKDAYS });
    await event(where, { title: "Yearly", recurrenceRule: "FREQ=YEARLY" });
    const titles = async (from: string, to: string) =>
      (await post("events.list", { calendar: where, from, to })).events.map(({ title }: { title: string }) => title);
    expect((await titles(...WEEK)).toSorted()).toEqual(["Ends", "Yearly"]);
    expect(await titles("2026-12-05", "2027-11-23")).toEqual([]);
    expect(await titles("2027-11-23", "2027-11-24")).toEqual(["Yearly"]);
  });

  it("filters by status and by text that the caller may see", async () => {
    const { calendar, event, post, ann } = await openTestbed();
    const where = await calendar({ visibility: "shared" });
    await post("share", { calendar: where, with: "agent:ann", relation: "free_busy" });
    const { id } = await event(where, { title: "Secret plan", location: "Berlin" });
    await event(where, { title: "Other", status: "tentative" });
    expect((await post("events.list", { query: "bErLiN" })).events).toMatchObject([{ id }]);
    expect((await post("events.list", { status: "tentative" })).total).toBe(1);
    expect((await post("events.list", { query: "Secret" }, ann)).total).toBe(0);
    expect((await post("events.list", { query: "Busy" }, ann)).total).toBe(2);
  });

  it("limits the time range and number of expanded occurrences", async () => {
    const { calendar, event, post, refuse } = await openTestbed();
    const where = await calendar();
    await event(where, { recurrenceRule: "FREQ=HOURLY", endAt: MONDAY });
    expect(await refuse("events.list", { calendar: where, expand: true })).toMatchObject({ status: 400 });
    expect(await refuse("events.list", { calendar: where, expand: true, from: "2026-11-23" })).toMatchObject({
      status: 400,
    });
    const decade = { calendar: where, expand: true, from: "2026-01-01", to: "2036-02-01" };
    expect(await refuse("events.list", decade)).toMatchObject({ status: 400, issues: [{ path: "/to" }] });
    const year = { ...decade, to: "2027-12-01" };
    expect(await refuse("events.list", year)).toMatchObject({ status: 409, code: "calendars.too_many_occurrences" });
    const { total } = await post("events.list", { ...decade, from: "2026-12-01", to: "2026-12-11" });
    expect(total).toBe(240);
    expect(await refuse("events.list", { from: "2026-12-01", to: "2026-11-01" })).toMatchObject({ status: 400 });
  });

  it("shows all-day events on their date in the calendar's time zone", async () => {
    const { calendar, event, agenda } = await openTestbed();
    for (const [timezone, midnight] of [
      ["Pacific/Pago_Pago", "-11:00"],
      ["Pacific/Apia", "+13:00"],
      ["Pacific/Kiritimati", "+14:00"],
    ] as const) {
      const where = await calendar({ timezone });
      await event(where, { title: "Day", allDay: true, startAt: "2026-06-10", endAt: "2026-06-11" });
      const day = (date: string) => `2026-06-${date}T00:00:00${midnight}`;
      expect(await agenda(where, day("09"), day("10")), timezone).toEqual([]);
      expect(await agenda(where, day("10"), day("11")), timezone).toEqual(["2026-06-10 00:00 Day"]);
      expect(await agenda(where, day("11"), day("12")), timezone).toEqual([]);
    }
  });
});

describe("free/busy", () => {
  const window = { from: WEEK[0], to: WEEK[1] };
  const spoken = (busy: { startAt: number; endAt: number }[]) =>
    busy.map((one) => `${iso(one.startAt)} – ${iso(one.endAt)}`);

  it("contains only times, merged and limited to the time range", async () => {
    const { calendar, event, post } = await openTestbed();
    const where = await calendar();
    await event(where, { title: "First" });
    await event(where, { title: "Next", startAt: "2026-11-23T10:00:00+01:00", endAt: "2026-11-23T11:00:00+01:00" });
    await event(where, {
      title: "Free",
      busyStatus: "free",
      startAt: "2026-11-24T10:00:00+01:00",
      endAt: "2026-11-24T11:00:00+01:00",
    });
    await event(where, { title: "Days", allDay: true, busyStatus: "busy", startAt: "2026-11-29", endAt: "2026-12-02" });
    const series = await event(where, {
      title: "Series",
      startAt: "2026-11-25T12:00:00+01:00",
      endAt: "2026-11-25T13:00:00+01:00",
      recurrenceRule: "FREQ=DAILY;COUNT=3",
    });
    await post("events.cancel", { event: `${series.id}@${at("2026-11-26T12:00:00+01:00")}`, execute: true });
    const answer = await post("freebusy", { calendars: [where], ...window });
    expect(Object.keys(answer).toSorted()).toEqual(["busy", "calendars"]);
    expect(spoken(answer.busy)).toEqual([
      "2026-11-23 08:00 – 2026-11-23 10:00",
      "2026-11-25 11:00 – 2026-11-25 12:00",
      "2026-11-27 11:00 – 2026-11-27 12:00",
      "2026-11-28 23:00 – 2026-11-29 23:00",
    ]);
  });

  it("of an agent covers its calendars that are visible to the caller", async () => {
    const { calendar, event, post, refuse, ann, ben } = await openTestbed();
    const shared = await calendar({ name: "Shared" }, ann);
    const hidden = await calendar({ name: "Hidden" }, ann);
    await event(shared, {}, ann);
    await event(hidden, { startAt: "2026-11-24T09:00:00+01:00", endAt: "2026-11-24T10:00:00+01:00" }, ann);
    await post("share", { calendar: shared, with: "agent:ben", relation: "free_busy" }, ann);
    const seen = await post("freebusy", { with: "agent:ann", ...window }, ben);
    expect(seen).toMatchObject({ calendars: [shared], busy: [{ startAt: at(MONDAY) }] });
    expect((await post("freebusy", window, ann)).busy).toHaveLength(2);
    expect(await refuse("freebusy", { calendars: [hidden], ...window }, ben)).toMatchObject({ status: 404 });
    expect(await refuse("freebusy", { calendars: [shared], with: "agent:ann", ...window }, ben)).toMatchObject({
      status: 400,
    });
    expect(await refuse("freebusy", { from: "2026-01-01", to: "2028-01-01" }, ben)).toMatchObject({ status: 400 });
  });

  it("omits events that the calendar's agent has declined", async () => {
    const { calendar, event, post, ann } = await openTestbed();
    const where = await calendar({}, ann);
    const { id } = await event(where, { attendees: [{ agent: "ann" }, { agent: "ben", kind: "organizer" }] }, ann);
    await post("events.respond", { event: id, status: "declined", execute: true }, ann);
    expect((await post("freebusy", { calendars: [where], ...window }, ann)).busy).toEqual([]);
  });
});
