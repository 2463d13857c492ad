import { describe, expect, it } from "vitest";
import { openTestbed } from "./testbed.ts";

const event = (number: number, more = "") =>
  `BEGIN:VEVENT\r\nUID:${number}@example.org\r\nDTSTART:20261123T080000Z\r\nSUMMARY:x\r\n${more}END:VEVENT\r\n`;
const textOf = (count: number, more = "") =>
  `BEGIN:VCALENDAR\r\n${Array.from({ length: count }, (_, number) => event(number, more)).join("")}END:VCALENDAR\r\n`;
const agents = Array.from({ length: 200 }, (_, n) => `ATTENDEE:urn:x-postern-agent:agent-${n}\r\n`).join("");

/** A gateway with a calendar of its own, and one of a calendar server. */
async function open() {
  const testbed = await openTestbed();
  const config = { url: "https://dav.example.org/", calendarUrl: "https://dav.example.org/work/" };
  await testbed.post("accounts.create", { id: "dav", provider: "caldav", config });
  return { ...testbed, local: await testbed.calendar(), served: await testbed.calendar({ account: "dav" }) };
}

describe("an import that does not fit into one commit", () => {
  it("is refused with the number of texts before its events are parsed, also as a dry run", async () => {
    const { local, refuse, admin } = await open();
    // None of them could be parsed.
    const ics = textOf(24_001, "DTSTART:nonsense\r\nRRULE:nonsense\r\n");
    const message = "has 24001 events; the maximum is 24000: split it into 2 texts";
    const refused = [{ path: "/ics", message }];
    expect(await refuse("import", { calendar: local, ics })).toMatchObject({ status: 400, issues: refused });
    const shown = await admin.post("calendars.import", { calendar: local, ics }, { "x-dry-run": "true" });
    expect(shown.body).toMatchObject({ status: 400, issues: refused });
  });

  it.each([
    [
      "local" as const,
      textOf(480, agents),
      "has 480 events, which need 97920 writes with their series and attendees; the maximum is 96000: import about 470 " +
        "events at a time",
    ],
    [
      "served" as const,
      textOf(5_700),
      "has 5700 events, which need 96900 writes with their deliveries to the calendar server; the maximum is 96000: " +
        "import about 5647 events at a time",
    ],
  ])("is refused with the number of events that fit: %s", async (calendar, ics, message) => {
    const setup = await open();
    const { status, issues } = await setup.refuse("import", { calendar: setup[calendar], ics });
    expect([status, issues[0].message]).toEqual([400, message]);
    expect((await setup.post("events.list", { calendar: setup[calendar], from: 0, to: 2e12 })).events).toEqual([]);
  });
});
