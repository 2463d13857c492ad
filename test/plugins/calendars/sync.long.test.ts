import { describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { startProxy } from "./delivery-servers.ts";
import { DAY, MONDAY, objectOf, openTestbed, partstatsIn } from "./delivery-testbed.ts";
import { startRadicale } from "./radicale.ts";
import { startXandikos } from "./xandikos.ts";

const servers = [
  ["radicale", startRadicale, has("radicale")],
  ["xandikos", startXandikos, has("xandikos")],
] as const;

describe.each(servers)("synchronization with %s (skipped if not installed)", (name, start, isInstalled) => {
  const live = it.skipIf(!isInstalled);

  /** A server, and a gateway with an account there that has not been synchronized yet. */
  async function scene({ isOne = true, background = true } = {}) {
    const server = await start();
    const proxy = await startProxy(server.origin);
    const testbed = await openTestbed({ background });
    const named = name === "radicale" ? { connection: "home" } : {};
    if (name === "radicale") await testbed.connect("caldav");
    const config = {
      url: `${proxy.origin}/`,
      ...(isOne && { calendarUrl: proxy.at(server.calendar) }),
      ...(name === "radicale" && { username: "ada" }),
    };
    await testbed.post("calendars.accounts.create", { id: "home", provider: "caldav", ...named, config });
    const pull = () => testbed.post("calendars.sync", { account: "home", execute: true });
    const list = async () => (await testbed.post("calendars.events.list", { limit: "500" })).events;
    return { server, proxy, testbed, pull, list };
  }

  live("shows its plan in a dry run without contacting the server", async () => {
    const { proxy, testbed } = await scene();
    const { dryRun, plan } = await testbed.post("calendars.sync", { account: "home", execute: false });
    expect({ dryRun, plan }).toMatchObject({ dryRun: true, plan: { effects: [expect.stringContaining("127.0.0.1")] } });
    expect(proxy.state.seen).toEqual([]);
  });

  live("finds the calendars of a server and imports their events", async () => {
    const { server, testbed, pull, list } = await scene({ isOne: false });
    await server.put("1.ics", objectOf("1"));
    const first = await pull();
    expect(first).toMatchObject({ created: 1, updated: 0, deleted: 0, skipped: 0, diagnostics: [] });
    const { calendars } = await testbed.post("calendars.list", { account: "home" });
    const work = calendars.find((one: { providerCalendarId: string }) => one.providerCalendarId.endsWith("office/"));
    expect(work).toMatchObject({ accountId: "home", role: "owner", lastSyncedAt: expect.any(Number) });
    const [event] = await list();
    expect(event).toMatchObject({
      uid: "1",
      calendarId: work.id,
      title: "Event 1",
      startAt: MONDAY,
      startTimezone: "Europe/Berlin",
      etag: await server.etag("1.ics"),
      providerEventId: expect.stringMatching(/\/office\/1\.ics$/),
    });
    expect(
      event.attendees.map((one: { normalizedEmail: string; kind: string }) => [one.normalizedEmail, one.kind]),
    ).toEqual([
      ["bob@example.com", "organizer"],
      ["ada@example.com", "required"],
      ["cleo@example.com", "required"],
    ]);
    expect((await testbed.post("calendars.accounts.check", { id: "home", execute: true })).calendars).toContainEqual({
      url: work.providerCalendarId,
      name: expect.any(String),
    });
  });

  live("requests only what has changed since the last time", async () => {
    const { server, proxy, pull, list } = await scene();
    for (const uid of ["1", "2", "3"]) await server.put(`${uid}.ics`, objectOf(uid));
    expect(await pull()).toMatchObject({ calendars: 1, created: 3 });
    proxy.state.seen.length = 0;
    expect(await pull()).toMatchObject({ created: 0, updated: 0, deleted: 0 });
    const quiet = proxy.state.seen.map(({ method }) => method);
    expect(quiet.filter((method) => method === "REPORT")).toHaveLength(1);
    await server.put("2.ics", objectOf("2", { sequence: 1 }).replace("SUMMARY:Event 2", "SUMMARY:Moved"));
    await server.put("4.ics", objectOf("4"));
    await server.remove("3.ics");
    expect(await pull()).toMatchObject({ created: 1, updated: 1, deleted: 1 });
    const titles = (await list()).filter(({ status }: { status: string }) => status !== "cancelled");
    expect(titles.map(({ title }: { title: string }) => title).sort()).toEqual(["Event 1", "Event 4", "Moved"]);
    expect(await pull()).toMatchObject({ created: 0, updated: 0, deleted: 0 });
  });

  live("compares everything if the server no longer knows the token", async () => {
    const { server, proxy, pull } = await scene();
    for (const uid of ["1", "2"]) await server.put(`${uid}.ics`, objectOf(uid));
    await pull();
    await server.remove("1.ics");
    await server.put("3.ics", objectOf("3"));
    const state = { count: 0 };
    proxy.state.fault = (incoming, response, pass) => {
      if (incoming.method !== "REPORT" || state.count++ > 0) return pass();
      incoming.resume();
      response
        .writeHead(403, { "content-type": "application/xml" })
        .end('<error xmlns="DAV:"><valid-sync-token/></error>');
    };
    expect(await pull()).toMatchObject({ created: 1, updated: 0, deleted: 1 });
  });

  live("works without sync tokens if the server does not support them", async () => {
    const { server, proxy, pull } = await scene();
    let isSyncRefused = true;
    proxy.state.fault = (incoming, response, pass) => {
      if (incoming.method !== "REPORT" || incoming.headers.depth !== "0" || !isSyncRefused) return pass();
      incoming.resume();
      response.writeHead(501).end();
    };
    await server.put("1.ics", objectOf("1"));
    await server.put("2.ics", objectOf("2"));
    expect(await pull()).toMatchObject({ created: 2 });
    expect(await pull()).toMatchObject({ created: 0, updated: 0, deleted: 0 });
    await server.remove("1.ics");
    await server.put("2.ics", objectOf("2").replace("SUMMARY:Event 2", "SUMMARY:Moved"));
    expect(await pull()).toMatchObject({ created: 0, updated: 1, deleted: 1 });
    isSyncRefused = false;
    expect(await pull()).toMatchObject({ created: 0, updated: 0, deleted: 0 });
  });

  live("keeps an undelivered response and imports responses of others", async () => {
    const { server, proxy, testbed, pull, list } = await scene();
    await server.put("1.ics", objectOf("1"));
    await pull();
    const [{ id: event }] = await list();
    proxy.state.fault = (incoming, response, pass) => {
      if (incoming.method !== "PUT") return pass();
      incoming.resume();
      response.writeHead(503).end();
    };
    const { id } = await testbed.respond(event, "ada@example.com", "accepted");
    await testbed.sees(id, { status: "failed" });
    await server.put("1.ics", objectOf("1").replace("CN=Cleo;PARTSTAT=NEEDS-ACTION", "CN=Cleo;PARTSTAT=TENTATIVE"));
    await pull();
    const answers = async () =>
      Object.fromEntries(
        (await testbed.post("calendars.events.show", { event })).event.attendees.map(
          (one: { displayName: string; responseStatus: string }) => [one.displayName, one.responseStatus],
        ),
      );
    expect(await answers()).toEqual({ Bob: "accepted", Ada: "accepted", Cleo: "tentative" });
    proxy.heal();
    await testbed.advance(DAY);
    await testbed.sees(id, { status: "acked" });
    expect(partstatsIn(await server.get("1.ics"))).toEqual({
      "-": { bob: "ACCEPTED", ada: "ACCEPTED", cleo: "TENTATIVE" },
    });
    await pull();
    expect(await answers()).toEqual({ Bob: "accepted", Ada: "accepted", Cleo: "tentative" });
  });

  live("imports a changed occurrence of a series and drops it when the server does", async () => {
    const { server, testbed, pull, list } = await scene();
    const whole = objectOf("1", { rule: "FREQ=DAILY;COUNT=5" });
    const moved = objectOf("1")
      .replace("UID:1", "UID:1\r\nRECURRENCE-ID;TZID=Europe/Berlin:20261124T100000")
      .replace(/20261123T1/g, "20261124T2")
      .replace("SUMMARY:Event 1", "SUMMARY:Later");
    const part = /BEGIN:VEVENT[\s\S]*END:VEVENT\r\n/.exec(moved)?.[0] ?? "";
    await server.put("1.ics", whole.replace("END:VCALENDAR", `${part}END:VCALENDAR`));
    expect(await pull()).toMatchObject({ created: 2 });
    const series = (await list()).find((one: { seriesId: string }) => one.seriesId === "");
    const occurrence = `${series.id}@${MONDAY + DAY}`;
    const show = async () => (await testbed.post("calendars.events.show", { event: occurrence })).event;
    expect(await show()).toMatchObject({ title: "Later", startAt: MONDAY + DAY + 10 * 3_600_000 });
    await server.put("1.ics", whole);
    await pull();
    expect(await show()).toMatchObject({ title: "Event 1", startAt: MONDAY + DAY });
  });

  live("continues after an interruption and imports nothing twice", async () => {
    const { server, proxy, testbed, pull, list } = await scene();
    for (let at = 1; at <= 90; at++) await server.put(`${at}.ics`, objectOf(String(at)));
    let reports = 0;
    proxy.state.fault = (incoming, response, pass) => {
      if (incoming.method === "REPORT" && ++reports === 3) response.destroy();
      else pass();
    };
    const cut = await testbed.admin.post("calendars.sync", { account: "home", execute: true });
    expect(cut).toMatchObject({ status: 502, body: { code: "calendars.provider_trouble" } });
    expect((await list()).length).toBe(40);
    proxy.heal();
    expect(await pull()).toMatchObject({ created: 50, updated: 0 });
    expect((await list()).length).toBe(90);
  });

  live("counts an object that cannot be read as skipped", async () => {
    const { server, proxy, pull } = await scene();
    await server.put("1.ics", objectOf("1"));
    await server.put("2.ics", objectOf("2"));
    proxy.state.fault = undefined;
    const nonsense = objectOf("3").replace("DTSTART;TZID=Europe/Berlin:20261123T100000", "DTSTART:20261123T100000Z");
    await server.put("3.ics", nonsense.replace("DTEND;TZID=Europe/Berlin:20261123T110000", "DTEND:20261123T110000Z"));
    const counts = await pull();
    expect(counts.created + counts.skipped).toBe(3);
  });

  live("stops the account if the server rejects the password", async () => {
    const { proxy, testbed } = await scene();
    proxy.answer(401);
    const refused = await testbed.admin.post("calendars.sync", { account: "home", execute: true });
    expect(refused).toMatchObject({ status: 502, body: { reason: expect.stringContaining("401") } });
    await testbed.accountSees("home", { status: "stopped", statusReason: "unauthorized" });
    const stopped = await testbed.admin.post("calendars.sync", { account: "home", execute: true });
    expect(stopped).toMatchObject({ status: 409, body: { code: "calendars.account_stopped" } });
    expect((await testbed.post("service.status")).problems).toContainEqual({
      check: "calendars.account_stopped",
      severity: "error",
      message: expect.stringMatching(/^The caldav account home is stopped \(unauthorized\)/),
      fix:
        name === "radicale"
          ? expect.stringMatching(/^postern credentials connections rotate --connection \S+ --secret-file FILE$/)
          : "postern calendars accounts check --id home",
    });
    proxy.heal();
    await testbed.post("calendars.accounts.update", { id: "home" });
    expect(await testbed.post("calendars.sync", { account: "home", execute: true })).toMatchObject({ calendars: 1 });
  });

  live("repeats automatically after the first time", async () => {
    const { server, proxy, testbed, pull, list } = await scene();
    await pull();
    await server.put("1.ics", objectOf("1"));
    proxy.answer(500);
    await testbed.advance(16 * 60_000);
    await testbed.accountSees("home", { status: "active", lastError: expect.stringContaining("500") });
    expect(await list()).toEqual([]);
    proxy.heal();
    await testbed.advance(16 * 60_000);
    await expect.poll(async () => (await list()).length, { interval: 200 }).toBe(1);
    // The events are stored before the synchronization ends, and only its end clears the error.
    const lastError = async () => (await testbed.post("calendars.accounts.show", { id: "home" })).account.lastError;
    await expect.poll(lastError, { interval: 200 }).toBeUndefined();
  });
});

describe("a server that responds in portions", () => {
  const multistatus = (inner: string) =>
    `<?xml version="1.0"?><multistatus xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${inner}</multistatus>`;
  const found = (href: string, props: string) =>
    `<response><href>${href}</href><propstat><prop>${props}</prop><status>HTTP/1.1 200 OK</status></propstat></response>`;

  /** Lists two of six objects at a time under its internal host name; with `isLying` it never makes progress. */
  async function scene({ isLying = false } = {}) {
    const proxy = await startProxy("http://127.0.0.1:1/");
    const folder = "http://inside.example/ada/plans/";
    const answer = (asked: string): string => {
      const since = Number(/sync-token>t?(\d*)</.exec(asked)?.[1] || 0);
      if (!asked.includes("sync-collection"))
        return [...asked.matchAll(/<d:href>([^<]*)/g)]
          .map(([, href = ""]) =>
            found(href, `<C:calendar-data>${objectOf(/(\d)\.ics/.exec(href)?.[1] ?? "")}</C:calendar-data>`),
          )
          .join("");
      const names = [1, 2].map((n) => found(`${folder}${since + n}.ics`, `<getetag>"${since + n}"</getetag>`));
      const isCut = isLying || since < 4;
      const more = `<response><href>${folder}</href><status>HTTP/1.1 507 Insufficient Storage</status></response>`;
      return `${since < 6 ? names.join("") : ""}${isCut ? more : ""}<sync-token>t${isLying ? 0 : Math.min(6, since + 2)}</sync-token>`;
    };
    proxy.state.fault = async (incoming, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
      const asked = Buffer.concat(chunks).toString();
      const inner = incoming.method === "PROPFIND" ? found(folder, "<displayname>Plans</displayname>") : answer(asked);
      response.writeHead(207, { "content-type": "application/xml" }).end(multistatus(inner));
    };
    const testbed = await openTestbed();
    const config = { url: `${proxy.origin}/`, calendarUrl: `${proxy.origin}/ada/plans/` };
    await testbed.post("calendars.accounts.create", { id: "home", provider: "caldav", config });
    return { testbed, pull: () => testbed.admin.post("calendars.sync", { account: "home", execute: true }) };
  }

  it("is queried until there are no more changes", async () => {
    const { testbed, pull } = await scene();
    expect(await pull()).toMatchObject({ status: 200, body: { calendars: 1, created: 6 } });
    expect((await testbed.post("calendars.list", { account: "home" })).calendars).toMatchObject([{ name: "Plans" }]);
    expect(await pull()).toMatchObject({ status: 200, body: { created: 0, updated: 0, deleted: 0 } });
  });

  it("is not queried endlessly if it makes no progress", async () => {
    const { pull } = await scene({ isLying: true });
    expect(await pull()).toMatchObject({ status: 502, body: { reason: expect.stringContaining("more changes") } });
  });
});
