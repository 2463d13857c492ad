/** Fills a calendar with EVENT_COUNT events from iCalendar text, and tells what that and looking at it cost, in milliseconds. */
import { join } from "node:path";
import calendars from "@postern/calendars";
import { createGateway } from "@postern/core";
import lmdb from "@postern/storage-lmdb";
import { spreadOf } from "../harness/spread.ts";
import { folder } from "./ready.ts";

const count = Number(process.env.EVENT_COUNT);
/** Events that one text holds. */
const A_TEXT = Math.min(10_000, count);
const DAY = 86_400_000;
const gateway = createGateway({
  plugins: [calendars({ timezone: "Europe/Berlin" })],
  blobs: "memory",
  storage: lmdb({ path: join(folder, "store") }),
});
const figures: Record<string, number> = {};
const { calendar } = await gateway.call("calendars.create", { name: "Work" });
const { calendar: regular } = await gateway.call("calendars.create", { name: "Regular" });

const texts = Array.from({ length: count / A_TEXT }, (_, part) => textOf(part * A_TEXT, A_TEXT));
const held = watchLoop();
await measure("import", 1, () => gateway.call("calendars.import", { calendar: calendar.id, ics: texts[0] as string }));
figures.stall = held.end();
for (const ics of texts.slice(1)) await gateway.call("calendars.import", { calendar: calendar.id, ics });
await measure("again", 1, () => gateway.call("calendars.import", { calendar: calendar.id, ics: texts[0] as string }));

for (let n = 0; n < 100; n++) {
  const start = Date.UTC(2026, 0, 5 + (n % 5), 8 + (n % 9));
  await gateway.call("calendars.events.create", {
    calendar: regular.id,
    title: `Series ${n}`,
    startAt: String(start),
    endAt: String(start + 1_800_000),
    recurrenceRule: n < 90 ? "FREQ=WEEKLY" : "FREQ=MONTHLY",
  });
}
const year = { calendar: regular.id, from: "2026-06-01", to: "2027-06-01", expand: true };
await measure("year", 20, () => gateway.call("calendars.events.list", year));
const month = (n: number) => {
  const from = Date.UTC(2021 + (n % 10), n % 12, 1);
  return { from: String(from), to: String(from + 30 * DAY) };
};
await measure("month", 50, (n) => gateway.call("calendars.events.list", { calendar: calendar.id, ...month(n) }));
await measure("busy", 20, (n) => gateway.call("calendars.freebusy", { calendars: [calendar.id], ...month(n) }));
if (count <= A_TEXT) await measure("export", 3, () => gateway.call("calendars.export", { calendar: calendar.id }));
await gateway.stop();
process.stdout.write(`${JSON.stringify({ export: 0, ...figures })}\n`);

async function measure(name: string, times: number, ask: (n: number) => Promise<unknown>): Promise<void> {
  const spent: number[] = [];
  for (let n = 0; n < times; n++) {
    const begin = performance.now();
    await ask(n);
    spent.push(performance.now() - begin);
  }
  figures[name] = spreadOf(spent).median;
}

/** The longest that the event loop stood still, in milliseconds. */
function watchLoop(): { end(): number } {
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last - 1);
    last = now;
  }, 1);
  return {
    end() {
      clearInterval(timer);
      return longest;
    },
  };
}

function textOf(first: number, length: number): string {
  const events = Array.from({ length }, (_, at) => eventOf(first + at));
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bench//EN", ...events, "END:VCALENDAR", ""].join("\r\n");
}

/** About as much as a meeting with two guests and an alarm says; one in a hundred recurs. */
function eventOf(n: number): string {
  const start = Date.UTC(2021, 0, 1, 8) + Math.floor((n * 3_650) / count) * DAY + (n % 10) * 3_600_000;
  const stamp = (at: number) => new Date(at).toISOString().replace(/[-:]|\.\d+/g, "");
  return [
    "BEGIN:VEVENT",
    `UID:event-${n}@bench.example`,
    "DTSTAMP:20260101T000000Z",
    `DTSTART;TZID=Europe/Berlin:${stamp(start).slice(0, -1)}`,
    `DTEND;TZID=Europe/Berlin:${stamp(start + 1_800_000).slice(0, -1)}`,
    `SUMMARY:Meeting ${n}\\, about this and that`,
    "LOCATION:Room 7",
    ...(n % 100 === 0 ? ["RRULE:FREQ=WEEKLY;COUNT=10"] : []),
    "ORGANIZER;CN=Ann Archer:mailto:ann@example.org",
    "ATTENDEE;CN=Ben Baker;PARTSTAT=ACCEPTED;RSVP=TRUE:mailto:ben@example.org",
    "ATTENDEE;CN=Cora Chen;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:cora@example.org",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "TRIGGER:-PT15M",
    "END:VALARM",
    "END:VEVENT",
  ].join("\r\n");
}
