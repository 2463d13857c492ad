import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { dayOf, momentOf, zoneOf } from "../../../plugins/calendars/src/time/moment.ts";
import { momentOfWall, offsetAt, wallOf, zoneNamed } from "../../../plugins/calendars/src/time/zone.ts";

const ZONES = [
  "Europe/Berlin",
  "America/St_Johns",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "America/Sao_Paulo",
  "UTC",
];

describe("local time", () => {
  it("matches the time zone data at any time", () => {
    const moment = fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2150, 0, 1) });
    fc.assert(
      fc.property(fc.constantFrom(...ZONES), moment, (zone, at) => {
        const there = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
        expect(offsetAt(zone, at)).toBe(there.offsetNanoseconds / 1e6);
        const wall = wallOf(zone, at);
        const plain = Temporal.Instant.fromEpochMilliseconds(wall).toZonedDateTimeISO("UTC").toPlainDateTime();
        expect(momentOfWall(zone, wall)).toBe(plain.toZonedDateTime(zone).epochMilliseconds);
      }),
      { numRuns: 2_000 },
    );
  });

  it("resolves repeated and skipped times around every daylight saving change", () => {
    for (const zone of ZONES.slice(0, -1)) {
      let change = Temporal.Instant.from("2005-01-01T00:00Z").toZonedDateTimeISO(zone).getTimeZoneTransition("next");
      for (let n = 0; change && n < 20; n++, change = change.getTimeZoneTransition("next")) {
        const plain = change.toPlainDateTime();
        for (const minutes of [-1441, -180, -61, -60, -59, -30, -1, 0, 1, 29, 30, 59, 60, 61, 180, 1441]) {
          const wall = plain.add({ minutes });
          const asUtc = wall.toZonedDateTime("UTC").epochMilliseconds;
          expect(momentOfWall(zone, asUtc), `${zone} ${wall}`).toBe(wall.toZonedDateTime(zone).epochMilliseconds);
        }
      }
    }
  });

  it("recognizes IANA zone names and nothing else", () => {
    expect(zoneNamed("europe/berlin")).toBe("Europe/Berlin");
    expect(zoneNamed("UTC")).toBe("UTC");
    for (const name of ["Mars/Olympus", "+01:00", "", "../etc", "W. Europe Standard Time", "Europe/Berlin\n"])
      expect(zoneNamed(name), name).toBeUndefined();
    expect(() => zoneOf("Mars/Olympus", "timezone")).toThrow("/timezone must be an IANA time zone");
    expect(offsetAt("Gone/Zone", 0)).toBe(0);
  });
});

describe("a time given by a caller", () => {
  it.each([
    ["1795255200000", 1795255200000],
    ["-86400000", -86400000],
    ["0", 0],
    ["2026-11-21T10:00:00+01:00", Date.UTC(2026, 10, 21, 9)],
    ["2026-11-21T10:00Z", Date.UTC(2026, 10, 21, 10)],
    ["1969-07-20T20:17:40Z", Date.UTC(1969, 6, 20, 20, 17, 40)],
    ["9999-12-31T23:59:59.999Z", Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])("%s is read exactly", (text, at) => expect(momentOf(text, "startAt")).toBe(at));

  it.each([
    "NaN",
    "",
    " 1 ",
    "1e3",
    "0x10",
    "00",
    "1.5",
    "tomorrow",
    "2026-11-21",
    "2026-11-21T10:00:00",
    "2026-02-30T10:00:00Z",
    "2026-06-30T23:59:60Z",
    "2026-11-21T25:00:00Z",
    "10000-01-01T00:00:00Z",
    "253402300800000",
    "-2208988800001",
    "99999999999999999999",
  ])("%j is rejected", (text) => expect(() => momentOf(text, "startAt")).toThrow("/startAt must"));

  it("asks for a time if it is only a date", () => {
    const must = "/startAt must have a time, such as 2026-11-25T09:00:00Z, unless allDay is true";
    expect(() => momentOf("2026-11-25", "startAt")).toThrow(must);
    expect(() => momentOf("2026-02-30", "startAt")).toThrow("/startAt must be a valid time");
  });

  it("is a date for an all-day event", () => {
    expect(dayOf("2026-11-21", "startAt")).toBe(Date.UTC(2026, 10, 21));
    expect(dayOf("-86400000", "startAt")).toBe(-86400000);
    for (const text of ["2026-02-30", "2026-11-21T10:00:00Z", "2026-11-21T00:00:00+01:00"])
      expect(() => dayOf(text, "startAt"), text).toThrow("/startAt must be a");
  });
});
