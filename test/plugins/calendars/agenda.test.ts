import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { momentOfWall } from "../../../plugins/calendars/src/time/zone.ts";
import { DAY, HOUR, openTestbed } from "./testbed.ts";

const ZONE = "America/St_Johns";
const BASE = Date.UTC(2026, 9, 1);

interface Made {
  id: string;
  startAt: number;
  endAt: number;
  allDay: boolean;
}

/** A calendar with all kinds of events, and a list of the same events. */
async function openAgenda() {
  const testbed = await openTestbed();
  const where = await testbed.calendar({ timezone: ZONE });
  const made: Made[] = [];
  const add = async (startAt: number, lasts: number, more: object = {}) => {
    const said = { startAt: String(startAt), endAt: String(startAt + lasts), ...more };
    const { id } = await testbed.event(where, said);
    made.push({ id, startAt, endAt: startAt + lasts, allDay: "allDay" in more });
  };
  for (let n = 0; n < 120; n++) await add(BASE + n * 11 * HOUR, [0, HOUR, 30 * HOUR, 20 * DAY][n % 4] as number);
  for (let n = 0; n < 20; n++) await add(BASE + n * 3 * DAY, (1 + (n % 3)) * DAY, { allDay: true });
  await add(BASE - 2_000 * DAY, 2_010 * DAY);
  const start = BASE + 5 * DAY;
  const recurrenceRule = "FREQ=DAILY;COUNT=30";
  const said = { startAt: String(start), endAt: String(start + HOUR), startTimezone: "UTC", recurrenceRule };
  const series = await testbed.event(where, said);
  const occurrences = Array.from({ length: 30 }, (_, n) => ({
    id: `${series.id}@${start + n * DAY}`,
    startAt: start + n * DAY,
    endAt: start + n * DAY + HOUR,
    allDay: false,
  }));
  // One occurrence is moved and one is cancelled.
  const [moved, gone] = [occurrences[3] as Made, occurrences[7] as Made];
  await testbed.post("events.update", { event: moved.id, startAt: String(start + 40 * DAY) });
  Object.assign(moved, { startAt: start + 40 * DAY, endAt: start + 40 * DAY + HOUR });
  await testbed.post("events.cancel", { event: gone.id, execute: true });
  return { ...testbed, where, made, occurrences: occurrences.filter((one) => one !== gone) };
}

describe("a page of a time range", () => {
  it("contains the overlapping events and counts all of them at any offset and limit", async () => {
    const { where, made, occurrences, post } = await openAgenda();
    const everything = [...made, ...occurrences].toSorted((a, b) => a.startAt - b.startAt || (a.id < b.id ? -1 : 1));
    const reaches = ({ startAt, endAt, allDay }: Made, from: number, to: number) => {
      const [start, end] = allDay ? [momentOfWall(ZONE, startAt), momentOfWall(ZONE, endAt)] : [startAt, endAt];
      return start < to && (end > from || (start === end && start >= from));
    };
    const hours = fc.integer({ min: -30 * 24, max: 90 * 24 });
    await fc.assert(
      fc.asyncProperty(hours, hours, fc.nat(40), fc.integer({ min: 1, max: 40 }), async (one, other, offset, limit) => {
        const [from, to] = [BASE + Math.min(one, other) * HOUR, BASE + Math.max(one, other) * HOUR + HOUR / 2];
        const body = { calendar: where, from: String(from), to: String(to), expand: true, fields: "id" };
        const page = await post("events.list", { ...body, offset: String(offset), limit: String(limit) });
        const expected = everything.filter((event) => reaches(event, from, to)).map(({ id }) => id);
        expect(page.events.map(({ id }: Made) => id)).toEqual(expected.slice(offset, offset + limit));
        expect(page.total).toBe(expected.length);
      }),
      { numRuns: 150 },
    );
  });

  it("without a start or an end is unlimited on that side", async () => {
    const { where, made, post } = await openAgenda();
    const total = async (window: object) =>
      (await post("events.list", { calendar: where, limit: "1", ...window })).total;
    const middle = BASE + 20 * DAY;
    expect(await total({})).toBe(made.length + 1);
    expect(await total({ from: String(middle) })).toBe(
      made.filter(({ startAt, endAt }) => endAt > middle || (startAt === endAt && startAt >= middle)).length + 1,
    );
    expect(await total({ to: String(middle) })).toBe(made.filter(({ startAt }) => startAt < middle).length + 1);
  });
});
