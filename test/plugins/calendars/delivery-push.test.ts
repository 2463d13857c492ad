import { describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { startProxy } from "./delivery-servers.ts";
import { DAY, MONDAY, openTestbed, partstatsIn } from "./delivery-testbed.ts";
import { startRadicale } from "./radicale.ts";
import { startXandikos } from "./xandikos.ts";

const servers = [
  ["radicale", startRadicale, has("radicale")],
  ["xandikos", startXandikos, has("xandikos")],
] as const;
const HOUR = 3_600_000;

describe.each(servers)("an event of a calendar at %s (skipped if not installed)", (name, start, isInstalled) => {
  const live = it.skipIf(!isInstalled);

  async function scene() {
    const server = await start();
    const proxy = await startProxy(server.origin);
    const testbed = await openTestbed();
    const connection = name === "radicale" ? "home" : undefined;
    if (connection) await testbed.connect("caldav");
    const calendar = await testbed.davAccount(`${proxy.origin}/`, proxy.at(server.calendar), {
      ...(connection && { connection }),
    });
    const create = (more: object = {}) =>
      testbed.post("calendars.events.create", {
        calendar,
        title: "Review",
        startAt: String(MONDAY),
        endAt: String(MONDAY + HOUR),
        execute: true,
        ...more,
      });
    const acked = (reply: { outbox: { id: string } }) => testbed.sees(reply.outbox.id, { status: "acked" });
    const object = async () => server.get((await server.names())[0] ?? "");
    return { server, proxy, testbed, calendar, create, acked, object };
  }

  live("is created, updated, cancelled and restored as one object", async () => {
    const { server, testbed, create, acked, object } = await scene();
    const made = await create({ attendees: [{ email: "cleo@example.com" }] });
    const entry = await acked(made);
    const event = made.event.id;
    expect(await server.names()).toHaveLength(1);
    expect(await object()).toMatch(/SUMMARY:Review/);
    const shown = (await testbed.post("calendars.events.show", { event })).event;
    expect(shown).toMatchObject({ providerEventId: entry.providerResult.url, etag: entry.providerResult.etag });
    await acked(await testbed.post("calendars.events.update", { event, title: "Second review", execute: true }));
    expect(await object()).toMatch(/SUMMARY:Second review/);
    await acked(await testbed.post("calendars.events.cancel", { event, execute: true }));
    expect(await object()).toMatch(/STATUS:CANCELLED/);
    await acked(await testbed.post("calendars.events.restore", { event, execute: true }));
    expect(await object()).toMatch(/STATUS:CONFIRMED/);
    expect(await server.names()).toHaveLength(1);
  });

  live("keeps unknown properties on the server and the responses of others", async () => {
    const { server, testbed, create, acked, object } = await scene();
    const made = await create({ attendees: [{ email: "cleo@example.com" }, { email: "dan@example.com" }] });
    await acked(made);
    const [file = ""] = await server.names();
    const changed = (await object())
      .replace(/\r\n[ \t]/g, "")
      .replace(/ATTENDEE[^:]*:mailto:cleo@example.com/, "ATTENDEE;PARTSTAT=ACCEPTED;X-SEAT=4:mailto:cleo@example.com")
      .replace(
        "END:VEVENT",
        "X-ELSEWHERE:kept\r\nBEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nDESCRIPTION:x\r\nEND:VALARM\r\nEND:VEVENT",
      );
    await server.put(file, changed);
    const event = made.event.id;
    await acked(await testbed.post("calendars.events.update", { event, title: "Moved", execute: true }));
    await acked(
      await testbed.post("calendars.events.attendees.remove", { event, email: "dan@example.com", execute: true }),
    );
    await acked(
      await testbed.post("calendars.events.attendees.add", { event, email: "eve@example.com", execute: true }),
    );
    const ics = await object();
    expect(ics).toMatch(/SUMMARY:Moved/);
    expect(ics).toMatch(/X-ELSEWHERE:kept/);
    expect(ics).toMatch(/BEGIN:VALARM/);
    expect(ics).toMatch(/X-SEAT=4/);
    expect(partstatsIn(ics)["-"]).toMatchObject({ cleo: "ACCEPTED", eve: "NEEDS-ACTION" });
    expect(partstatsIn(ics)["-"]).not.toHaveProperty("dan");
    await testbed.post("calendars.sync", { account: "home", execute: true });
    const { attendees } = (await testbed.post("calendars.events.show", { event })).event;
    const cleo = attendees.find((one: { email: string }) => one.email === "cleo@example.com");
    expect(cleo.responseStatus).toBe("accepted");
  });

  live("can be a series with moved and cancelled occurrences", async () => {
    const { testbed, create, acked, object } = await scene();
    const made = await create({ recurrenceRule: "FREQ=DAILY;COUNT=5" });
    await acked(made);
    const occurrence = (day: number) => `${made.event.id}@${MONDAY + day * DAY}`;
    const startAt = String(MONDAY + DAY + 2 * HOUR);
    await acked(await testbed.post("calendars.events.update", { event: occurrence(1), startAt, execute: true }));
    await acked(await testbed.post("calendars.events.cancel", { event: occurrence(2), execute: true }));
    const ics = (await object()).replace(/\r\n[ \t]/g, "");
    const events = ics.match(/BEGIN:VEVENT[\s\S]*?END:VEVENT/g) ?? [];
    expect(events).toHaveLength(3);
    expect(events.find((one) => one.includes("RECURRENCE-ID;TZID=Europe/Berlin:20261124T100000"))).toMatch(
      /DTSTART;TZID=Europe\/Berlin:20261124T120000/,
    );
    expect(events.find((one) => one.includes("RECURRENCE-ID;TZID=Europe/Berlin:20261125T100000"))).toMatch(
      /STATUS:CANCELLED/,
    );
    expect(events.find((one) => !one.includes("RECURRENCE-ID"))).toMatch(/RRULE:FREQ=DAILY;COUNT=5/);
  });

  live("is updated with the response of an agent without an e-mail address", async () => {
    const { testbed, create, acked, object } = await scene();
    await testbed.post("agents.create", { id: "Nia" });
    const made = await create({ attendees: [{ agent: "Nia" }] });
    await acked(made);
    const agent = await testbed.client(["calendars:write"], "Nia");
    const answer = { event: made.event.id, status: "declined", execute: true };
    await acked(await testbed.post("calendars.events.respond", answer, agent));
    expect((await object()).replace(/\r\n[ \t]/g, "")).toMatch(/PARTSTAT=DECLINED[^:\r]*:urn:x-postern-agent:Nia/);
  });

  live("is not written a second time if the response to the first write was lost", async () => {
    const { server, proxy, testbed, create } = await scene();
    proxy.loseAnswers("PUT", 1);
    const { outbox } = await create();
    await testbed.sees(outbox.id, { status: "failed", lastErrorCode: "cut_off" });
    await testbed.advance(DAY);
    await testbed.sees(outbox.id, { status: "acked", attemptCount: 2, providerResult: { changed: false } });
    expect(await server.names()).toHaveLength(1);
    expect(proxy.state.seen.filter(({ method }) => method === "PUT")).toHaveLength(1);
  });

  live("is updated in the order of its changes", async () => {
    const { proxy, testbed, create, object } = await scene();
    proxy.answer(503);
    const made = await create();
    await testbed.sees(made.outbox.id, { status: "failed" });
    const event = made.event.id;
    const update = await testbed.post("calendars.events.update", { event, title: "Later", execute: true });
    const cancel = await testbed.post("calendars.events.cancel", { event, execute: true });
    expect(await testbed.entry(update.outbox.id)).toMatchObject({ status: "pending", attemptCount: 0 });
    proxy.heal();
    await testbed.advance(DAY);
    await testbed.sees(cancel.outbox.id, { status: "acked" });
    expect(await testbed.entry(update.outbox.id)).toMatchObject({ status: "acked" });
    expect(await object()).toMatch(/STATUS:CANCELLED/);
  });

  live("creates its calendar on the server if it does not exist yet", async () => {
    const { server, testbed, proxy } = await scene();
    const config = { url: `${proxy.origin}/`, ...(name === "radicale" && { username: "ada" }) };
    const named = name === "radicale" ? { connection: "home" } : {};
    await testbed.post("calendars.accounts.create", { id: "other", provider: "caldav", ...named, config });
    const { calendar } = await testbed.post("calendars.create", { name: "Böhm & Söhne", account: "other" });
    const made = await Promise.all(
      ["One", "Two", "Three"].map((title) =>
        testbed.post("calendars.events.create", {
          calendar: calendar.id,
          title,
          startAt: String(MONDAY),
          endAt: String(MONDAY + HOUR),
          execute: true,
        }),
      ),
    );
    for (const { outbox } of made) await testbed.sees(outbox.id, { status: "acked" });
    const shown = (await testbed.post("calendars.show", { calendar: calendar.id })).calendar;
    expect(shown.providerCalendarId).toBe(`${proxy.at(server.home)}${calendar.id}/`);
    const { calendars } = await testbed.post("calendars.accounts.check", { id: "other", execute: true });
    expect(calendars).toContainEqual({ url: shown.providerCalendarId, name: "Böhm & Söhne" });
  });
});
