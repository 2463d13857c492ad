import type { Wire } from "@postern/kit/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expectSettled, type Side } from "../linked.ts";
import { begins, calendarOn, eventOn, open, TIMES } from "./linked.ts";
import { at as moment } from "./testbed.ts";

type Linked = Awaited<ReturnType<typeof open>>;

describe("calendars on linked gateways", () => {
  it("apply five hundred events per commit and list them in portions", async () => {
    const { a } = await open();
    const calendar = await calendarOn(a);
    const { id, ...event } = await eventOn(a, calendar);
    const wire = (await a.domain.read(a.store, ["event", id])) as Wire;
    expect(event.calendarId).toBe(calendar);
    const digits = calendar.slice(-24);
    for (let n = 1; n < 10_000; n += 500)
      await a.transact(async (ctx) => {
        for (let one = n; one < Math.min(n + 500, 10_000); one++) {
          const name = `evt_${digits}${one.toString(16).padStart(13, "0")}`;
          await a.domain.apply(ctx, ["event", name], { ...wire, uid: `${name}@postern` });
        }
      });
    let [count, after]: [number, string | undefined] = [0, undefined];
    do {
      const portion = { limit: 500, ...(after !== undefined && { after }) };
      const { names, next } = await a.domain.list(a.store, "event", portion);
      count += names.length;
      after = next;
    } while (after !== undefined);
    expect(count).toBe(10_000);
  });
});

type Step = (linked: Linked, state: { calendar: string; events: string[] }) => Promise<unknown>;
const at = fc.nat({ max: 30 });
const sideOf = ({ a, b }: Linked, isA: boolean): Side => (isA ? a : b);
const DAY = 86_400_000;
const refOf = (events: readonly string[], n: number): string => {
  const event = events[n % events.length] as string;
  return n % 3 === 0 ? `${event}@${moment(TIMES.startAt) + (n % 4) * DAY}` : event;
};
const step = fc.oneof(
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      async (linked, { calendar, events }) => {
        const more = n % 2 ? { recurrenceRule: "FREQ=DAILY;COUNT=4" } : {};
        events.push((await eventOn(sideOf(linked, isA), calendar, { title: `t${n}`, ...more })).id);
      },
  ),
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      (linked, { events }) =>
        sideOf(linked, isA).admin.post("calendars.events.update", {
          event: refOf(events, n),
          title: `u${n}`,
        }),
  ),
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      (linked, { events }) => {
        const start = moment(TIMES.startAt) + (n % 5) * 3_600_000;
        const times = { startAt: String(start), endAt: String(start + 3_600_000) };
        return sideOf(linked, isA).admin.post("calendars.events.update", {
          event: refOf(events, n),
          ...times,
        });
      },
  ),
  fc.tuple(fc.boolean(), at, fc.constantFrom("cancel", "restore")).map(
    ([isA, n, verb]): Step =>
      (linked, { events }) =>
        sideOf(linked, isA).admin.post(`calendars.events.${verb}`, {
          ...{ event: refOf(events, n), ...(verb === "cancel" && { execute: true }) },
        }),
  ),
  fc.tuple(fc.boolean(), at, fc.constantFrom("add", "remove")).map(
    ([isA, n, verb]): Step =>
      (linked, { events }) =>
        sideOf(linked, isA).admin.post(`calendars.events.attendees.${verb}`, {
          ...{ event: refOf(events, n), email: `guest${n % 2}@example.org`, execute: true },
        }),
  ),
  fc.tuple(fc.boolean(), at).map(
    ([isA, n]): Step =>
      (linked, { calendar }) =>
        sideOf(linked, isA).admin.post("calendars.update", { calendar, name: `n${n}`, isDefault: n % 2 === 0 }),
  ),
  fc.boolean().map(
    (shuffled): Step =>
      ({ settle }) =>
        settle({ shuffled }),
  ),
);

it("both sides end up equal after any concurrent changes", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), fc.boolean(), async (steps, shuffled) => {
      const linked = await open();
      const { a, b, settle, expectEqual } = linked;
      const calendar = await calendarOn(a);
      const state = { calendar, events: [(await eventOn(a, calendar, { recurrenceRule: "FREQ=DAILY;COUNT=4" })).id] };
      await settle();
      for (const one of steps) await one(linked, state);
      await settle({ shuffled });
      await expectEqual();
      expect(await begins(b, calendar)).toEqual(await begins(a, calendar));
      for (const side of [a, b]) {
        await expectSettled(side);
        await side.stop();
      }
    }),
    { numRuns: 20 },
  );
});
