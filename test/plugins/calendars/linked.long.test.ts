import type { Wire } from "@postern/core/sync";
import { describe, expect, it } from "vitest";
import { calendarOn, eventOn, open } from "./linked.ts";

describe("calendars on linked gateways", () => {
  const _vevent = (uid: string, summary: string, more: readonly string[] = []) => [
    ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20261120T080000Z", "DTSTART:20261123T080000Z", "DTEND:20261123T090000Z"],
    ...[`SUMMARY:${summary}`, ...more, "END:VEVENT"],
  ];
  const _icalendar = (...lines: string[]) =>
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", ...lines, "END:VCALENDAR", ""].join("\r\n");

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
