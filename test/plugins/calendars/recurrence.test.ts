import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { endOf, type Recurring, startsAt, startsOf } from "../../../plugins/calendars/src/recurrence/occurrences.ts";
import { partsOf } from "../../../plugins/calendars/src/recurrence/rule.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const FAR = Date.UTC(2200, 0, 1);

interface Said {
  rule?: string;
  zone?: string;
  lasts?: number;
  allDay?: boolean;
  exdates?: string[];
  rdates?: string[];
}
const at = (text: string) => Date.parse(text);
const series = (
  start: string,
  { rule, zone = "UTC", lasts = HOUR, allDay = false, exdates, rdates }: Said,
): Recurring => ({
  startAt: at(start),
  endAt: at(start) + (allDay ? DAY : lasts),
  allDay,
  ...(!allDay && { startTimezone: zone }),
  ...(rule && { recurrenceRule: rule }),
  recurrence: { ...(exdates && { exdates: exdates.map(at) }), ...(rdates && { rdates: rdates.map(at) }) },
});
const begins = (one: Recurring, from = one.startAt, to = FAR, most = 20) => {
  const found: string[] = [];
  for (const portion of startsOf(one, from, to)) {
    for (const begin of portion) if (found.length < most) found.push(new Date(begin).toISOString().replace(".000", ""));
    if (found.length >= most) break;
  }
  return found;
};

describe("a series across a daylight saving change", () => {
  it("keeps its local time", () => {
    const daily = series("2026-03-27T09:00:00Z", { rule: "FREQ=DAILY;COUNT=4", zone: "Europe/Berlin" });
    expect(begins(daily)).toEqual([
      "2026-03-27T09:00:00Z",
      "2026-03-28T09:00:00Z",
      "2026-03-29T08:00:00Z",
      "2026-03-30T08:00:00Z",
    ]);
  });

  it("moves a skipped time forward, counts it, and returns to its time the next day", () => {
    const night = series("2026-03-28T01:30:00Z", { rule: "FREQ=DAILY;COUNT=3", zone: "Europe/Berlin" });
    // 02:30; 03:30 in place of 02:30; 02:30
    expect(begins(night)).toEqual(["2026-03-28T01:30:00Z", "2026-03-29T01:30:00Z", "2026-03-30T00:30:00Z"]);
  });

  it("uses only the first of a time that occurs twice", () => {
    const night = series("2026-10-24T00:30:00Z", { rule: "FREQ=DAILY;COUNT=3", zone: "Europe/Berlin" });
    expect(begins(night)).toEqual(["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"]);
  });

  it("with an hourly rule has no time twice", () => {
    for (const start of ["2026-03-28T22:00:00Z", "2026-10-24T22:00:00Z"]) {
      const hourly = series(start, { rule: "FREQ=HOURLY;COUNT=8", zone: "Europe/Berlin", lasts: 60_000 });
      const found = begins(hourly);
      expect(new Set(found).size).toBe(found.length);
      expect(found.toSorted()).toEqual(found);
    }
  });

  it("does not change in a zone without daylight saving time", () => {
    const daily = series("2026-03-28T21:00:00Z", { rule: "FREQ=DAILY;COUNT=3", zone: "Asia/Kolkata" });
    expect(begins(daily)).toEqual(["2026-03-28T21:00:00Z", "2026-03-29T21:00:00Z", "2026-03-30T21:00:00Z"]);
  });

  it("uses the days of its zone, not of UTC", () => {
    // 08:00 on a Monday in Auckland is Sunday in UTC.
    const weekly = series("2026-06-07T20:00:00Z", { rule: "FREQ=WEEKLY;BYDAY=MO;COUNT=2", zone: "Pacific/Auckland" });
    expect(begins(weekly)).toEqual(["2026-06-07T20:00:00Z", "2026-06-14T20:00:00Z"]);
  });

  it("of all-day events stays on its dates", () => {
    const days = series("2026-03-28T00:00:00Z", { rule: "FREQ=DAILY;UNTIL=20260330", allDay: true });
    expect(begins(days)).toEqual(["2026-03-28T00:00:00Z", "2026-03-29T00:00:00Z", "2026-03-30T00:00:00Z"]);
  });
});

describe("the end of a series", () => {
  it.each([
    ["a date, including that whole local day", "FREQ=DAILY;UNTIL=20260302", 3],
    ["a time, including an occurrence that starts then", "FREQ=DAILY;UNTIL=20260302T080000Z", 3],
    ["a time, excluding an occurrence that starts a second later", "FREQ=DAILY;UNTIL=20260302T075959Z", 2],
    ["a local time", "FREQ=DAILY;UNTIL=20260302T090000", 3],
    ["a date before its start, with its start as the only occurrence", "FREQ=DAILY;UNTIL=20200101", 1],
  ])("can be %s", (_what, rule, count) => {
    const daily = series("2026-02-28T08:00:00Z", { rule, zone: "Europe/Berlin" });
    expect(begins(daily)).toHaveLength(count);
    expect(endOf(daily)).toBeGreaterThanOrEqual(at(begins(daily).at(-1) as string) + HOUR);
  });

  it("is determined by COUNT, which includes a start outside the rule", () => {
    const monday = series("2026-03-02T10:00:00Z", { rule: "FREQ=WEEKLY;BYDAY=TU;COUNT=3" });
    expect(begins(monday)).toEqual(["2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z", "2026-03-10T10:00:00Z"]);
  });

  it("does not exist without UNTIL and COUNT", () => {
    const endless = series("2026-03-02T10:00:00Z", { rule: "FREQ=YEARLY" });
    expect(endOf(endless)).toBeUndefined();
    expect(begins(endless, at("9998-01-01T00:00:00Z"), at("9999-12-31T00:00:00Z"))).toEqual([
      "9998-03-02T10:00:00Z",
      "9999-03-02T10:00:00Z",
    ]);
  });
});

describe("occurrences", () => {
  it("can be excluded and added, and are sorted and unique", () => {
    const some = series("2026-03-02T10:00:00Z", {
      rule: "FREQ=DAILY;COUNT=4",
      exdates: ["2026-03-03T10:00:00Z", "2026-03-02T10:00:00Z", "2026-03-20T10:00:00Z"],
      rdates: ["2026-03-04T12:00:00Z", "2026-03-04T10:00:00Z", "2026-04-01T10:00:00Z"],
    });
    expect(begins(some)).toEqual([
      "2026-03-04T10:00:00Z",
      "2026-03-04T12:00:00Z",
      "2026-03-05T10:00:00Z",
      "2026-04-01T10:00:00Z",
    ]);
    expect(endOf(some)).toBe(at("2026-04-01T11:00:00Z"));
    expect(startsAt(some, at("2026-03-03T10:00:00Z"))).toBe(false);
    expect(startsAt(some, at("2026-03-04T12:00:00Z"))).toBe(true);
  });

  it("can be added dates without a rule", () => {
    const some = series("2026-03-02T10:00:00Z", { rdates: ["2027-03-02T10:00:00Z"] });
    expect(begins(some)).toEqual(["2026-03-02T10:00:00Z", "2027-03-02T10:00:00Z"]);
  });

  it("are omitted on days that a month does not have, such as 29 February", () => {
    expect(begins(series("2026-01-31T10:00:00Z", { rule: "FREQ=MONTHLY;COUNT=3" }))).toEqual([
      "2026-01-31T10:00:00Z",
      "2026-03-31T10:00:00Z",
      "2026-05-31T10:00:00Z",
    ]);
    expect(begins(series("2024-02-29T10:00:00Z", { rule: "FREQ=YEARLY;COUNT=2" }))).toEqual([
      "2024-02-29T10:00:00Z",
      "2028-02-29T10:00:00Z",
    ]);
  });

  it("are the same in any time range", () => {
    const rule = fc.constantFrom(
      "FREQ=DAILY",
      "FREQ=DAILY;INTERVAL=3;COUNT=40",
      "FREQ=WEEKLY;BYDAY=MO,TH;INTERVAL=2",
      "FREQ=MONTHLY;BYDAY=-1FR",
      "FREQ=MONTHLY;BYMONTHDAY=-1,15;UNTIL=20270601T000000Z",
      "FREQ=YEARLY;BYMONTH=3,10;BYDAY=-1SU",
      "FREQ=HOURLY;INTERVAL=7",
      "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
    );
    const zone = fc.constantFrom("Europe/Berlin", "America/St_Johns", "Pacific/Apia", "Australia/Lord_Howe", "UTC");
    const minute = fc.integer({ min: 0, max: 3 * 365 * 24 * 60 });
    fc.assert(
      fc.property(rule, zone, minute, minute, minute, (said, where, start, one, other) => {
        const base = Date.UTC(2025, 0, 1);
        const some = series(new Date(base + start * 60_000).toISOString(), { rule: said, zone: where });
        const end = base + 6 * 365 * DAY;
        const whole = [...startsOf(some, 0, end)].flat();
        expect(whole).toEqual([...new Set(whole)].sort((a, b) => a - b));
        expect(whole[0]).toBe(some.startAt);
        const [from, to] = [base + Math.min(one, other) * 60_000, base + Math.max(one, other) * 60_000 + 1];
        expect([...startsOf(some, from, to)].flat()).toEqual(whole.filter((begin) => begin >= from && begin < to));
        for (const begin of whole.slice(-3)) expect(startsAt(some, begin)).toBe(true);
        const last = endOf(some);
        if (last !== undefined) expect(whole.every((begin) => begin + HOUR <= last)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  it("of a rule that never matches are only the start, found quickly", () => {
    for (const rule of [
      "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
      "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=31",
    ]) {
      const none = series("2026-02-01T10:00:00Z", { rule });
      expect(begins(none, none.startAt, none.startAt + 10 * 366 * DAY), rule).toEqual(["2026-02-01T10:00:00Z"]);
    }
  });
});

describe("a recurrence rule", () => {
  it.each([
    ["FREQ=SECONDLY", "HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY"],
    ["FREQ=MINUTELY;INTERVAL=1", "HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY"],
    ["FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11;BYMINUTE=0,10,20,30,40", "more than 48 times a day"],
    ["FREQ=DAILY;COUNT=0", "COUNT"],
    ["FREQ=DAILY;COUNT=100000", "COUNT"],
    ["FREQ=DAILY;INTERVAL=99999999999", "INTERVAL"],
    ["FREQ=DAILY;COUNT=2;UNTIL=20270101", "both COUNT and UNTIL"],
    ["FREQ=DAILY;COUNT=2;COUNT=3", "COUNT twice"],
    ["FREQ=DAILY;FOO=1", 'has an unknown part "FOO"'],
    ["BYDAY=MO", "must contain FREQ"],
    ["FREQ=WEEKLY;BYDAY=XX", "a day like MO or -1FR"],
    ["FREQ=MONTHLY;BYMONTHDAY=45", "BYMONTHDAY"],
    ["FREQ=DAILY\nEXDATE:20260303T100000Z", "FREQ"],
    ["", "has an unknown part"],
  ])("%j is rejected with an explanation", (rule, words) => {
    expect(() => partsOf(rule)).toThrow(words);
  });

  it.each(["FREQ=DAILY;UNTIL=20260230", "FREQ=WEEKLY;BYDAY=1MO", "FREQ=WEEKLY;BYMONTHDAY=3"])(
    "%s is rejected when it is evaluated",
    (rule) => {
      expect(() => begins(series("2026-03-02T10:00:00Z", { rule }))).toThrow();
    },
  );
});
