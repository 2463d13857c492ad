import { describe, expect, it } from "vitest";
import { openTestbed } from "./testbed.ts";

interface Day {
  date: string;
  total: number;
  events: { title: string; start?: string; end?: string; calendar?: string; location?: string }[];
}

/** Days with events, as "<date> <start>-<end> <title>". */
const linesOf = (days: readonly Day[]) =>
  days.flatMap(({ date, events }) =>
    events.map(({ title, start = "", end = "" }) => `${date.slice(5)} ${start}-${end} ${title}`),
  );

describe("calendars.agenda", () => {
  it("keeps the local times of a series when clocks change", async () => {
    const { calendar, event, post } = await openTestbed();
    const work = await calendar();
    const daily = { recurrenceRule: "FREQ=DAILY" };
    await event(work, {
      title: "Tea",
      startAt: "2026-01-05T09:00:00+01:00",
      endAt: "2026-01-05T09:30:00+01:00",
      ...daily,
    });
    for (const from of ["2026-03-28", "2026-10-24"]) {
      const { days, timezone } = await post("agenda", { from, days: "3" });
      expect(timezone).toBe("Europe/Berlin");
      expect(days.map(({ events }: Day) => events)).toMatchObject(Array(3).fill([{ start: "09:00", end: "09:30" }]));
    }
  });

  it("places events on the days on which clocks change", async () => {
    const { calendar, event, post } = await openTestbed();
    const work = await calendar();
    await event(work, { title: "March", startAt: "2026-03-28T23:30:00+01:00", endAt: "2026-03-29T03:30:00+02:00" });
    await event(work, { title: "Late", startAt: "2026-03-29T23:30:00+02:00", endAt: "2026-03-30T00:00:00+02:00" });
    await event(work, { title: "Back", startAt: "2026-10-25T02:50:00+02:00", endAt: "2026-10-25T02:10:00+01:00" });
    await event(work, { title: "Night", startAt: "2026-10-25T23:30:00+01:00", endAt: "2026-10-26T00:15:00+01:00" });
    expect(linesOf((await post("agenda", { from: "2026-03-28", days: "3" })).days)).toEqual([
      "03-28 23:30- March",
      "03-29 -03:30 March",
      "03-29 23:30-24:00 Late",
    ]);
    expect(linesOf((await post("agenda", { from: "2026-10-25", days: "2" })).days)).toEqual([
      "10-25 02:50-02:10 Back",
      "10-25 23:30- Night",
      "10-26 -00:15 Night",
    ]);
  });

  it("shows all-day events on their dates in every time zone, and others in the zone of the answer", async () => {
    const { calendar, event, post } = await openTestbed();
    const work = await calendar();
    await event(work, { title: "Trip", allDay: true, startAt: "2026-11-24", endAt: "2026-11-26" });
    await event(work, { title: "Call", startAt: "2026-11-24T09:00:00+01:00", endAt: "2026-11-24T10:00:00+01:00" });
    const shown = async (timezone: string) =>
      linesOf((await post("agenda", { from: "2026-11-23", days: "4", timezone })).days);
    const trip = ["11-24 - Trip", "11-25 - Trip"];
    expect(await shown("Europe/Berlin")).toEqual([trip[0], "11-24 09:00-10:00 Call", trip[1]]);
    expect(await shown("Pacific/Kiritimati")).toEqual([trip[0], "11-24 22:00-23:00 Call", trip[1]]);
    expect(await shown("Pacific/Pago_Pago")).toEqual(["11-23 21:00-22:00 Call", ...trip]);
    for (const timezone of ["Pacific/Kiritimati", "Pacific/Pago_Pago"]) {
      const { days } = await post("agenda", { from: "2026-11-25", days: "1", timezone });
      expect(linesOf(days)).toEqual(["11-25 - Trip"]);
    }
  });

  it("covers all visible calendars, with their names and locations, or one in its time zone", async () => {
    const { calendar, event, post, ann } = await openTestbed();
    const [work, tokyo] = [await calendar(), await calendar({ name: "Tokyo", timezone: "Asia/Tokyo" })];
    await event(work, { title: "Here", location: "Room 1" });
    await event(tokyo, { title: "There" });
    const from = "2026-11-23";
    const { days } = await post("agenda", { from, days: "1" });
    expect(days[0].total).toBe(2);
    // Both begin at once, and may have been created in the same millisecond.
    const { events } = days[0] as { events: { title: string }[] };
    expect(events.toSorted((left, right) => left.title.localeCompare(right.title))).toMatchObject([
      { title: "Here", calendar: "Work", location: "Room 1" },
      { title: "There", calendar: "Tokyo" },
    ]);
    const one = await post("agenda", { calendar: tokyo, from, days: "1" });
    expect([one.timezone, ...linesOf(one.days)]).toEqual(["Asia/Tokyo", "11-23 17:00-18:00 There"]);
    expect(linesOf((await post("agenda", { from }, ann)).days)).toEqual([]);
  });

  it("omits cancelled events, and begins today", async () => {
    const { calendar, event, post } = await openTestbed();
    const gone = await event(await calendar());
    await post("events.cancel", { event: gone.id, execute: true });
    expect(linesOf((await post("agenda", { from: "2026-11-23" })).days)).toEqual([]);
    const { days, today } = await post("agenda");
    expect([days.length, days[0].date]).toEqual([7, today]);
  });

  it.each([{ from: "2026-02-30" }, { timezone: "Mars/Base" }, { days: "63" }, { from: "9999-12-31" }])(
    "refuses %j",
    async (input) => {
      const { refuse } = await openTestbed();
      expect(await refuse("agenda", input)).toMatchObject({ status: 400 });
    },
  );
});

describe("calendars.week", () => {
  it("starts on Monday, or on Sunday", async () => {
    const { post } = await openTestbed();
    const shown = async (input: object) => {
      const dates = (await post("week", input)).days.map(({ date }: Day) => date);
      return [dates.length, dates[0]];
    };
    expect(await shown({ date: "2026-11-29" })).toEqual([7, "2026-11-23"]);
    expect(await shown({ date: "2026-11-29", weekStart: "sunday" })).toEqual([7, "2026-11-29"]);
    expect(await shown({ date: "2026-11-28", weekStart: "sunday" })).toEqual([7, "2026-11-22"]);
  });
});

describe("calendars.month", () => {
  it("has whole weeks, for a month or a day in it", async () => {
    const { post } = await openTestbed();
    const shown = async (input: object) => {
      const { month, days } = await post("month", input);
      return [month, days.length, days[0].date, days.at(-1).date];
    };
    expect(await shown({ date: "2026-11" })).toEqual(["2026-11", 42, "2026-10-26", "2026-12-06"]);
    expect(await shown({ date: "2026-03-29" })).toEqual(["2026-03", 42, "2026-02-23", "2026-04-05"]);
    expect(await shown({ date: "2027-02", weekStart: "sunday" })).toEqual(["2027-02", 35, "2027-01-31", "2027-03-06"]);
    expect(await shown({ date: "2027-02" })).toEqual(["2027-02", 28, "2027-02-01", "2027-02-28"]);
  });
});
