import ICAL from "ical.js";
import { describe, expect, it } from "vitest";
import { definitionOf } from "../../../plugins/calendars/src/ical/definition.ts";
import { offsetAt } from "../../../plugins/calendars/src/time/zone.ts";
import { openTestbed } from "./testbed.ts";

describe("exported text", () => {
  it("contains created events completely and can be imported again", async () => {
    const { calendar, event, post, agenda } = await openTestbed();
    const [one, other] = [await calendar(), await calendar()];
    const { id, startAt } = await event(one, {
      title: "Ends; with, all\\ kinds",
      description: "line\nline",
      recurrenceRule: "FREQ=WEEKLY;BYDAY=MO;COUNT=4",
      attendees: [
        { agent: "ann", kind: "organizer" },
        { agent: "ben" },
        { email: "g@example.org", displayName: 'G "Q"' },
      ],
    });
    await post("events.update", { event: `${id}@${startAt}`, title: "First" });
    await post("events.cancel", { event: `${id}@${startAt + 7 * 86_400_000}`, execute: true });
    await event(one, { allDay: true, startAt: "2026-12-01", endAt: "2026-12-02", title: "Day", visibility: "private" });
    const { ics } = await post("export", { calendar: one });
    expect(ics).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-\/\/Postern/);
    expect(await post("import", { calendar: other, ics })).toMatchObject({ created: 4, diagnosticCount: 0 });
    const span = ["2026-11-01T00:00:00Z", "2027-01-01T00:00:00Z"] as const;
    expect(await agenda(other, ...span)).toEqual(await agenda(one, ...span));
    expect((await post("events.list", { calendar: other, query: "Ends" })).events[0]).toMatchObject({
      title: "Ends; with, all\\ kinds",
      description: "line\nline",
      organizerAgentId: "ann",
      attendees: [{ agentId: "ann" }, { agentId: "ben" }, { email: "g@example.org" }],
    });
  });

  it("adds an RDATE for a start that the recurrence rule does not include", async () => {
    const { calendar, event, post, agenda } = await openTestbed();
    const [one, other] = [await calendar(), await calendar({ name: "Other" })];
    // Starts on a Monday and continues on Wednesdays.
    await event(one, { recurrenceRule: "FREQ=WEEKLY;BYDAY=WE;UNTIL=20261210T000000Z" });
    const { ics } = await post("export", { calendar: one });
    expect(ics).toMatch(/\r\nRDATE;TZID=Europe\/Berlin:20261123T090000\r\n/);
    const component = new ICAL.Component(ICAL.parse(ics) as never).getFirstSubcomponent("vevent");
    const moments = new ICAL.Event(component as never).iterator();
    const shown: string[] = [];
    for (let next = moments.next(); next && shown.length < 10; next = moments.next()) shown.push(next.toString());
    expect(shown).toEqual(["2026-11-23T09:00:00", "2026-11-25T09:00:00", "2026-12-02T09:00:00", "2026-12-09T09:00:00"]);
    await post("import", { calendar: other, ics });
    const span = ["2026-11-01T00:00:00Z", "2027-01-01T00:00:00Z"] as const;
    expect(await agenda(other, ...span)).toEqual(await agenda(one, ...span));
    const again = (await post("export", { calendar: other })).ics as string;
    expect(again.match(/^RDATE/gm)).toHaveLength(1);
    await event(one, { title: "Ruled", recurrenceRule: "FREQ=WEEKLY;BYDAY=MO;COUNT=2" });
    expect(((await post("export", { calendar: one })).ics as string).match(/^RDATE/gm)).toHaveLength(1);
  });

  it("defines time zones with their actual offsets", () => {
    for (const zone of [
      "Europe/Berlin",
      "America/New_York",
      "Asia/Kolkata",
      "America/St_Johns",
      "Australia/Lord_Howe",
      "Africa/Casablanca",
    ]) {
      const definition = definitionOf(zone, 2000, Date.UTC(2026, 10, 21));
      const explained = new ICAL.Timezone(new ICAL.Component(definition as never));
      for (let day = 0; day < 26 * 365; day += 5) {
        const moment = Date.UTC(2000, 0, 15, 12) + day * 86_400_000;
        const offset = offsetAt(zone, moment);
        const [date = "", time = ""] = new Date(moment + offset).toISOString().split("T");
        const local = ICAL.Time.fromDateTimeString(`${date}T${time.slice(0, 8)}`, undefined as never);
        expect(explained.utcOffset(local) * 1000, `${zone} ${date}`).toBe(offset);
      }
    }
  });

  it("hides the content of private events from readers", async () => {
    const { calendar, event, post, ann, refuse, ben } = await openTestbed();
    const where = await calendar();
    await event(where, { title: "Secret", visibility: "private", description: "Hidden" });
    await post("share", { calendar: where, with: "agent:ann", relation: "reader" });
    await post("share", { calendar: where, with: "agent:ben", relation: "free_busy" });
    const { ics } = await post("export", { calendar: where }, ann);
    expect(ics).toContain("SUMMARY:Busy");
    expect(ics).not.toMatch(/Secret|Hidden/);
    expect(await refuse("export", { calendar: where }, ben)).toMatchObject({
      status: 403,
      code: "calendars.role_missing",
    });
  });
});
