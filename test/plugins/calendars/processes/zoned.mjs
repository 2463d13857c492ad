/** Imports texts into a calendar in the time zone of TZ and prints its content. */
import { readFileSync } from "node:fs";
import calendars from "@postern/calendars";
import { createGateway } from "@postern/core";
import memory from "@postern/storage-memory";

const gateway = createGateway({
  plugins: [calendars({ timezone: "Europe/Berlin" })],
  storage: memory(),
  now: () => 1795255200000,
});
const { calendar } = await gateway.call("calendars.create", { name: "Work" });
for (const path of process.argv.slice(2))
  await gateway.call("calendars.import", { calendar: calendar.id, ics: readFileSync(path, "utf8") });
const days = {
  title: "Days",
  allDay: true,
  startAt: "2026-03-28",
  endAt: "2026-03-30",
  recurrenceRule: "FREQ=MONTHLY;COUNT=4",
};
await gateway.call("calendars.events.create", { calendar: calendar.id, ...days });
const night = {
  startAt: "2026-03-28T02:30:00+01:00",
  endAt: "2026-03-28T03:00:00+01:00",
  recurrenceRule: "FREQ=DAILY;COUNT=3",
};
await gateway.call("calendars.events.create", { calendar: calendar.id, title: "Night", ...night });
const window = { from: "2026-01-01", to: "2027-01-01" };
const { events } = await gateway.call("calendars.events.list", {
  calendar: calendar.id,
  ...window,
  expand: true,
  limit: "500",
});
const { busy } = await gateway.call("calendars.freebusy", { calendars: [calendar.id], ...window });
const { ics } = await gateway.call("calendars.export", { calendar: calendar.id });
const content = {
  events: events.map(({ title, startAt, endAt, allDay }) => ({ title, startAt, endAt, allDay })),
  busy,
  ics: ics
    .replace(/(UID|CREATED|LAST-MODIFIED|DTSTAMP):.*\r\n( .*\r\n)*/g, "")
    .split("BEGIN:VEVENT")
    .toSorted(),
};
process.stdout.write(`${new Date(0).getTimezoneOffset()}\n${JSON.stringify(content)}\n`);
await gateway.stop();
