import { describe, expect, it } from "vitest";
import { type Reading, readTime } from "../../plugins/cli/src/parse-time.ts";

/** A Tuesday, half past ten in Berlin. */
const now = Date.parse("2026-11-24T09:30:00Z");
const zone = "Europe/Berlin";
const read = (text: string, more: Partial<Reading> = {}) => readTime(text, { zone, now, ...more });
const day = (text: string, more: Partial<Reading> = {}) => {
  const found = read(text, more);
  return found && { date: found.date, isDay: found.isDay };
};

describe("a time", () => {
  it.each([
    ["tomorrow 9:00", "2026-11-25T09:00:00+01:00"],
    ["9:00", "2026-11-25T09:00:00+01:00"],
    ["11:00", "2026-11-24T11:00:00+01:00"],
    ["today 9:00", "2026-11-24T09:00:00+01:00"],
    ["at 9pm", "2026-11-24T21:00:00+01:00"],
    ["friday noon", "2026-11-27T12:00:00+01:00"],
    ["tuesday 8:00", "2026-12-01T08:00:00+01:00"],
    ["last friday 9:00", "2026-11-20T09:00:00+01:00"],
    ["this morning", "2026-11-24T06:00:00+01:00"],
    ["in 2 hours", "2026-11-24T12:30:00+01:00"],
    ["2 hours ago", "2026-11-24T08:30:00+01:00"],
    ["now", "2026-11-24T10:30:00+01:00"],
    ["2026-11-23T09:00", "2026-11-23T09:00:00+01:00"],
    ["2026-11-23 9:00", "2026-11-23T09:00:00+01:00"],
    ["2026-07-01 09:00:30", "2026-07-01T09:00:30+02:00"],
    ["23 Dec at 18:00", "2026-12-23T18:00:00+01:00"],
    ["2026-11-23 09:00 UTC", "2026-11-23T10:00:00+01:00"],
  ])("%s is %s", (text, iso) => expect(read(text)).toMatchObject({ iso, isDay: false, at: Date.parse(iso) }));

  it.each([
    "11/12/2026",
    "24.11.2026",
    "friday 11/12",
    "9.30",
    "Feb 30",
    "2026-02-30",
    "25:00",
    "9:00 to 10:00",
    "monday, wednesday",
    "tomorrow 9",
    "tomorrow somehow",
    "2027",
    "9",
    "",
    "soon",
  ])("is not %s", (text) => expect(read(text)).toBeUndefined());

  it("alone is on a given day, or the next after a given time", () => {
    const start = Date.parse("2026-12-05T23:00:00+01:00");
    expect(read("23:30", { after: start })?.iso).toBe("2026-12-05T23:30:00+01:00");
    expect(read("1:00", { after: start })?.iso).toBe("2026-12-06T01:00:00+01:00");
    expect(read("sunday 1:00", { after: start })?.iso).toBe("2026-12-06T01:00:00+01:00");
    expect(read("1:00", { on: start })?.iso).toBe("2026-12-05T01:00:00+01:00");
    expect(read("tomorrow 1:00", { on: start, after: start })?.iso).toBe("2026-11-25T01:00:00+01:00");
    expect(read("in 2 hours", { after: start })?.iso).toBe("2026-11-24T12:30:00+01:00");
  });

  it.each([
    ["friday 9:00", "2026-11-20T09:00:00+01:00"],
    ["23:00", "2026-11-23T23:00:00+01:00"],
    ["9:00", "2026-11-24T09:00:00+01:00"],
    ["30 Nov 9:00", "2025-11-30T09:00:00+01:00"],
    ["tomorrow 9:00", "2026-11-25T09:00:00+01:00"],
  ])("in the past: %s is %s", (text, iso) => expect(read(text, { past: true })?.iso).toBe(iso));
});

describe("a day without a time", () => {
  it.each([
    ["today", "2026-11-24"],
    ["tomorrow", "2026-11-25"],
    ["tuesday", "2026-11-24"],
    ["friday", "2026-11-27"],
    ["last friday", "2026-11-20"],
    ["in 2 days", "2026-11-26"],
    ["Nov 30", "2026-11-30"],
    ["Nov 2", "2027-11-02"],
    ["2026-11-23", "2026-11-23"],
  ])("%s is %s", (text, date) => expect(day(text)).toEqual({ date, isDay: true }));

  it("is its first minute, or its last", () => {
    expect(read("friday")?.iso).toBe("2026-11-27T00:00:00+01:00");
    expect(read("friday", { day: "end" })?.iso).toBe("2026-11-27T23:59:00+01:00");
  });

  it("in the past is the last one", () => {
    expect(day("friday", { past: true })?.date).toBe("2026-11-20");
    expect(day("today", { past: true })?.date).toBe("2026-11-24");
  });

  it("is a day of the time zone", () => {
    const late = Date.parse("2026-11-24T23:30:00Z");
    expect(day("today", { now: late })?.date).toBe("2026-11-25");
    expect(day("today", { now: late, zone: "America/New_York" })?.date).toBe("2026-11-24");
  });
});

describe("daylight saving", () => {
  it("moves a skipped time forward, and says so", () => {
    const found = read("2026-03-29 02:30");
    expect(found?.iso).toBe("2026-03-29T03:30:00+02:00");
    expect(found?.note).toMatch(/skipped/);
  });

  it("takes the first of a repeated time, and says so", () => {
    const found = read("2026-10-25 02:30");
    expect(found?.iso).toBe("2026-10-25T02:30:00+02:00");
    expect(found?.note).toMatch(/twice/);
  });

  it("does not change local times of later days, or the length of hours", () => {
    const saturday = Date.parse("2026-03-28T12:00:00+01:00");
    expect(read("tomorrow 9:00", { now: saturday })?.iso).toBe("2026-03-29T09:00:00+02:00");
    expect(read("in 24 hours", { now: saturday })?.iso).toBe("2026-03-29T13:00:00+02:00");
    const autumn = Date.parse("2026-10-24T12:00:00+02:00");
    expect(read("tomorrow 9:00", { now: autumn })?.iso).toBe("2026-10-25T09:00:00+01:00");
    expect(read("in 24 hours", { now: autumn })?.iso).toBe("2026-10-25T11:00:00+01:00");
  });
});
