import { describe, expect, it } from "vitest";
import { endOfQuiet } from "../../../plugins/rules/src/when/quiet-time.ts";

const at = (text: string) => Date.parse(text);
const night = { from: "22:00", to: "07:00", timezone: "Europe/Berlin", during: "wait" as const };

function ends(quiet: typeof night, time: string): string | undefined {
  const end = endOfQuiet(quiet, at(time));
  return end === undefined ? undefined : new Date(end).toISOString();
}

describe("quiet time", () => {
  it.each([
    ["2026-01-10T20:59:59Z", undefined],
    ["2026-01-10T21:00:00Z", "2026-01-11T06:00:00.000Z"],
    ["2026-01-11T05:59:59Z", "2026-01-11T06:00:00.000Z"],
    ["2026-01-11T06:00:00Z", undefined],
    ["2026-07-10T20:30:00Z", "2026-07-11T05:00:00.000Z"],
  ])("that spans midnight, at %s ends at %s", (time, end) => {
    expect(ends(night, time)).toBe(end);
  });

  it.each([
    ["2026-01-10T11:59:59Z", undefined],
    ["2026-01-10T12:00:00Z", "2026-01-10T13:30:00.000Z"],
    ["2026-01-10T13:30:00Z", undefined],
  ])("within a day, at %s ends at %s", (time, end) => {
    expect(ends({ ...night, from: "12:00", to: "13:30", timezone: "UTC" }, time)).toBe(end);
  });

  it("ends at the local time on days on which clocks change", () => {
    expect(ends(night, "2026-03-28T22:00:00Z")).toBe("2026-03-29T05:00:00.000Z");
    expect(ends(night, "2026-10-24T21:00:00Z")).toBe("2026-10-25T06:00:00.000Z");
    // 02:30 does not exist on this day: the clock goes from 02:00 to 03:00.
    expect(ends({ ...night, to: "02:30" }, "2026-03-29T00:00:00Z")).toBe("2026-03-29T01:30:00.000Z");
    // 02:30 happens twice, and the first time ends it.
    expect(ends({ ...night, to: "02:30" }, "2026-10-24T23:00:00Z")).toBe("2026-10-25T00:30:00.000Z");
    expect(ends({ ...night, to: "02:30" }, "2026-10-25T00:45:00Z")).toBe(undefined);
  });
});
