import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { localText } from "../../../plugins/schedules/src/times/moment.ts";
import { lastTimes } from "../../../plugins/schedules/src/times/passed.ts";
import { type Timing, upcoming } from "../../../plugins/schedules/src/times/timing.ts";
import { clockAt, openSchedules } from "./fixtures/gateway.ts";

/** The due times of a day, as local times with their offsets. */
function onDay(when: Timing["when"], timezone: string, day: string): string[] {
  const from = Date.parse(`${day}T00:00:00Z`) - 86_400_000;
  return upcoming({ when, timezone }, from, 200)
    .map((at) => localText(at, timezone).local)
    .filter((local) => local.startsWith(day))
    .map((local) => local.slice(11));
}

const rule = (text: string) => ({ rrule: text, start: Date.parse("2020-01-01T00:00:00Z") });
const BERLIN = "Europe/Berlin";
const SYDNEY = "Australia/Sydney";
const LORD_HOWE = "Australia/Lord_Howe";

describe("a local time that is skipped when clocks are set forward", () => {
  it.each([
    [BERLIN, "2026-03-29", "03:00:00+02:00", "03:15:00+02:00"],
    [SYDNEY, "2026-10-04", "03:00:00+11:00", "03:15:00+11:00"],
    [LORD_HOWE, "2026-10-04", "02:30:00+11:00", "02:45:00+11:00"],
  ])("is the end of the gap for cron, and later by the gap for a rule, in %s", (zone, day, cron, rruled) => {
    expect(onDay({ cron: "15 2 * * *" }, zone, day)).toEqual([cron]);
    expect(onDay({ cron: "0 15 2 * * *" }, zone, day)).toEqual([cron]);
    expect(onDay(rule("FREQ=DAILY;BYHOUR=2;BYMINUTE=15;BYSECOND=0"), zone, day)).toEqual([rruled]);
  });

  it("is midnight in some zones", () => {
    expect(onDay({ cron: "0 0 * * *" }, "America/Santiago", "2026-09-06")).toEqual(["01:00:00-03:00"]);
    expect(onDay(rule("FREQ=DAILY;BYHOUR=0"), "America/Santiago", "2026-09-06")).toEqual(["01:00:00-03:00"]);
  });

  it("is left out by a pattern that follows the clock", () => {
    const times = ["01:00:00+01:00", "01:30:00+01:00", "03:00:00+02:00", "03:30:00+02:00"];
    expect(onDay({ cron: "*/30 1-3 * * *" }, BERLIN, "2026-03-29")).toEqual(times);
  });
});

describe("a local time that occurs twice when clocks are set back", () => {
  it.each([
    [BERLIN, "2026-10-25", "15 2", "02:15:00+02:00"],
    [SYDNEY, "2026-04-05", "15 2", "02:15:00+11:00"],
    [LORD_HOWE, "2026-04-05", "45 1", "01:45:00+11:00"],
  ])("is the first of both, in %s", (zone, day, fields, first) => {
    const [minute, hour] = fields.split(" ");
    expect(onDay({ cron: `${fields} * * *` }, zone, day)).toEqual([first]);
    expect(onDay(rule(`FREQ=DAILY;BYHOUR=${hour};BYMINUTE=${minute};BYSECOND=0`), zone, day)).toEqual([first]);
  });

  it("is both of them for a pattern that follows the clock", () => {
    expect(onDay({ cron: "*/30 2 * * *" }, BERLIN, "2026-10-25")).toEqual([
      "02:00:00+02:00",
      "02:30:00+02:00",
      "02:00:00+01:00",
      "02:30:00+01:00",
    ]);
    expect(onDay({ cron: "*/30 1 * * *" }, LORD_HOWE, "2026-04-05")).toEqual([
      "01:00:00+11:00",
      "01:30:00+11:00",
      "01:30:00+10:30",
    ]);
  });
});

describe("due times", () => {
  it("of an interval are the same length apart, across changes of the clocks", () => {
    const anchor = Date.parse("2026-10-24T22:30:00Z");
    expect(onDay({ every: "1h", anchor }, BERLIN, "2026-10-25").slice(0, 5)).toEqual([
      "00:30:00+02:00",
      "01:30:00+02:00",
      "02:30:00+02:00",
      "02:30:00+01:00",
      "03:30:00+01:00",
    ]);
  });

  it("of a rule keep their local time, and end as the rule says", () => {
    const timing = { when: rule("FREQ=WEEKLY;BYDAY=SU;BYHOUR=9;COUNT=400"), timezone: BERLIN };
    expect(upcoming(timing, Date.parse("2026-10-20T00:00Z"), 2).map((at) => localText(at, BERLIN))).toEqual([
      { local: "2026-10-25T09:00:00+01:00", weekday: "Sunday" },
      { local: "2026-11-01T09:00:00+01:00", weekday: "Sunday" },
    ]);
    expect(upcoming(timing, Date.parse("2027-08-20T00:00Z"), 10).map((at) => localText(at, BERLIN).local)).toEqual([
      "2027-08-22T09:00:00+02:00",
      "2027-08-29T09:00:00+02:00",
    ]);
    const until = { when: rule("FREQ=DAILY;BYHOUR=2;UNTIL=20261025T003000Z"), timezone: BERLIN };
    expect(upcoming(until, Date.parse("2026-10-23T12:00Z"), 9).map((at) => new Date(at).toISOString())).toEqual([
      "2026-10-24T00:00:00.000Z",
      "2026-10-25T00:00:00.000Z",
    ]);
  });

  it("are found from the end as from the start", async () => {
    const kinds = fc.oneof(
      fc
        .constantFrom("* * * * * *", "*/7 * * * * *", "0 9 * * 1-5", "* * 3 * * *", "30 2 * * *")
        .map((cron) => ({ cron })),
      fc.constantFrom("1s", "7s", "90s", "1h", "1d").map((every) => ({ every, anchor: 1_700_000_000_000 })),
      fc.constantFrom("FREQ=DAILY;BYHOUR=2,3", "FREQ=WEEKLY;BYDAY=SU", "FREQ=MONTHLY;BYDAY=-1FR").map(rule),
    );
    const start = Date.parse("2026-10-20T00:00:00Z");
    await fc.assert(
      fc.asyncProperty(
        kinds,
        fc.constantFrom("UTC", BERLIN, LORD_HOWE),
        fc.integer({ min: 0, max: 8 * 86_400_000 }),
        fc.integer({ min: 1, max: 1_000_000 }),
        fc.integer({ min: 1, max: 20 }),
        async (when, timezone, offset, length, count) => {
          const timing = { when, timezone };
          const [first = 0] = upcoming(timing, start + offset, 1);
          const end = first + length;
          const all = upcoming(timing, first - 1, 1_100).filter((at) => at <= end);
          expect(await lastTimes(timing, first, end, count)).toEqual(all.slice(-count));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("due times that a caller sets", () => {
  const refused = async (input: object) => {
    const { post } = await openSchedules(clockAt("2026-11-23T12:00:00Z"), { background: false });
    const { code, issues } = await post("schedules.preview", input);
    expect([input, code]).toEqual([input, "gateway.invalid_input"]);
    return `${issues[0].path} ${issues[0].message}`;
  };

  it("are refused with the path of the fault", async () => {
    const start = "2026-01-01T09:00Z";
    const table: [object, RegExp][] = [
      [{ when: {} }, /^\/when must have exactly one of at, every, cron and rrule$/],
      [{ when: { every: "1h", cron: "* * * * *" } }, /^\/when must have exactly one .*, not every and cron$/],
      [
        { when: { at: "2026-11-23T11:59:59Z" } },
        /^\/when\/at must be in the future; 2026-11-23T11:59:59.000Z has passed$/,
      ],
      [{ when: { at: "2026-02-30T12:00Z" } }, /^\/when\/at must be a time that exists/],
      [{ when: { at: "tomorrow" } }, /^\/when\/at must be a time: ISO 8601/],
      [{ when: { every: "0s" } }, /^\/when\/every must be a duration like 30s/],
      [{ when: { every: "500ms" } }, /^\/when\/every must be a duration/],
      [{ when: { every: "9999d" } }, /^\/when\/every must be at most 3660d$/],
      [{ when: { every: "1h", start } }, /^\/when\/start requires rrule$/],
      [{ when: { cron: "0 9 * * 1-5", anchor: start } }, /^\/when\/anchor requires every$/],
      [{ when: { cron: "0 9 * * 8-9" } }, /^\/when\/cron must have five fields .* is not valid: /],
      [{ when: { cron: "0 9 31 2 *" } }, /matches no date$/],
      [{ when: { cron: "0 0 9 1 1 * 2026" } }, /has 7 fields$/],
      [{ when: { rrule: "FREQ=DAILY" } }, /^\/when\/start is required with rrule$/],
      [{ when: { rrule: "FREQ=DAILY;COUNT=3", start } }, /^\/when\/rrule has no further time$/],
      [{ when: { rrule: "FREQ=DAILY;UNTIL=20261101", start } }, /^\/when\/rrule has no further time$/],
      [
        { when: { rrule: "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", start } },
        /^\/when\/rrule has no time, or takes too long/,
      ],
      [{ when: { rrule: "FREQ=HOURLY", start } }, /use every or cron for shorter periods$/],
      [{ when: { rrule: "BYDAY=MO;COLOR=RED", start } }, /has an unknown part "COLOR"/],
      [{ when: { rrule: "FREQ=DAILY;COUNT=3;UNTIL=20261101", start } }, /has both COUNT and UNTIL/],
      [{ when: { cron: "0 9 * * *" }, timezone: "Europe/Atlantis" }, /^\/timezone must be an IANA time zone/],
      [
        { when: { cron: "0 9 * * *" }, until: "2026-11-24T08:59Z" },
        /^\/until must not be before the first due time, 2026-11-24T09/,
      ],
      [{ id: "sched_0123456789abcdef01234567", when: { every: "1h" } }, /requires either id, or when$/],
    ];
    for (const [input, expected] of table) expect(await refused(input)).toMatch(expected);
  });

  it("are shown before they are used, in the time zone that is meant", async () => {
    const { post } = await openSchedules(clockAt("2026-03-27T12:00:00Z"), { background: false });
    const { times, timezone } = await post("schedules.preview", { when: { cron: "30 2 * * *" }, timezone: BERLIN });
    expect(timezone).toBe(BERLIN);
    expect(times).toHaveLength(10);
    expect(times.slice(0, 3)).toEqual([
      { at: Date.parse("2026-03-28T01:30:00Z"), local: "2026-03-28T02:30:00+01:00", weekday: "Saturday" },
      { at: Date.parse("2026-03-29T01:00:00Z"), local: "2026-03-29T03:00:00+02:00", weekday: "Sunday" },
      { at: Date.parse("2026-03-30T00:30:00Z"), local: "2026-03-30T02:30:00+02:00", weekday: "Monday" },
    ]);
    const at = await post("schedules.preview", { when: { at: "2026-03-29T02:30" }, timezone: BERLIN });
    expect(at.times).toMatchObject([{ local: "2026-03-29T03:30:00+02:00" }]);
  });
});
