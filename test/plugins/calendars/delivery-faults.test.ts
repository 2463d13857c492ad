import { describe, expect, it } from "vitest";
import { exchange, type Server } from "../../../plugins/calendars/src/delivery/caldav/exchange.ts";
import { createMultistatusReader } from "../../../plugins/calendars/src/delivery/caldav/multistatus.ts";
import { serverHosts } from "../../../plugins/calendars/src/delivery/hosts.ts";
import { has } from "../../run/programs.ts";
import { startProxy } from "./delivery-servers.ts";
import { DAY, objectOf, openTestbed, partstatsIn, planted } from "./delivery-testbed.ts";
import { startRadicale } from "./radicale.ts";

const SECOND = 1_000;
const radicale = it.skipIf(!has("radicale"));

async function scene() {
  const server = await startRadicale();
  const proxy = await startProxy(server.origin);
  const testbed = await openTestbed();
  await testbed.connect("caldav");
  const calendar = await testbed.davAccount(`${proxy.origin}/`, proxy.at(server.calendar), { connection: "home" });
  await server.put("1.ics", objectOf("1"));
  const event = planted(calendar, "1");
  await testbed.post("seeds.plant", { events: [event] });
  const respond = () => testbed.respond(event.id, "ada@example.com", "accepted");
  const isDelivered = async () => partstatsIn(await server.get("1.ics"))["-"]?.ada === "ACCEPTED";
  return { server, proxy, testbed, event: event.id, respond, isDelivered };
}

describe("delivery to a CalDAV server (Radicale behind a proxy; skipped if not installed)", () => {
  radicale("is attempted eight times with growing delays if the server fails", async () => {
    const { proxy, testbed, respond, isDelivered } = await scene();
    proxy.answer(500);
    const { id } = await respond();
    const waits = [2, 10, 60, 300, 1_800, 7_200, 28_800];
    for (const [at, seconds] of waits.entries()) {
      const failed = await testbed.sees(id, { status: "failed", attemptCount: at + 1, lastErrorCode: "server_error" });
      const wait = (failed.nextAttemptAt - failed.updatedAt) / SECOND;
      expect(wait).toBeGreaterThanOrEqual(seconds * 0.79);
      expect(wait).toBeLessThanOrEqual(seconds * 1.21);
      await testbed.advance(seconds * 1_210);
    }
    const lastError = expect.stringMatching(/^The server responded with 5\d\d/);
    await testbed.sees(id, { status: "dead", attemptCount: 8, lastErrorCode: "server_error", lastError });
    proxy.heal();
    expect(await isDelivered()).toBe(false);
    await testbed.post("calendars.outbox.retry", { id });
    await testbed.sees(id, { status: "acked", attemptCount: 1 });
    expect(await isDelivered()).toBe(true);
  });

  radicale.each([
    [429, "rate_limited"],
    [503, "server_error"],
  ])("obeys Retry-After after a response with status %i (%s)", async (status, lastErrorCode) => {
    const { proxy, testbed, respond, isDelivered } = await scene();
    proxy.answer(status, { "retry-after": "3600" });
    const { id } = await respond();
    const failed = await testbed.sees(id, { status: "failed", lastErrorCode });
    expect(failed.nextAttemptAt - failed.updatedAt).toBeGreaterThanOrEqual(3_600 * SECOND);
    expect(failed.nextAttemptAt - failed.updatedAt).toBeLessThan(4_100 * SECOND);
    proxy.heal();
    await testbed.advance(4_100 * SECOND);
    await testbed.sees(id, { status: "acked", attemptCount: 2 });
    expect(await isDelivered()).toBe(true);
  });

  radicale("stops the account after a 401 and continues once the account is resumed", async () => {
    const { server, proxy, testbed, event, respond, isDelivered } = await scene();
    await server.put("2.ics", objectOf("2"));
    proxy.answer(401);
    const { id } = await respond();
    await testbed.accountSees("home", { status: "stopped", statusReason: "unauthorized" });
    expect(await testbed.entry(id)).toMatchObject({ status: "failed", lastErrorCode: "unauthorized" });
    expect(await testbed.entry(id)).toHaveProperty("nextAttemptAt", 0);
    const retried = await testbed.admin.post("calendars.outbox.retry", { id });
    expect(retried).toMatchObject({ status: 409, body: { code: "calendars.account_stopped", reason: "unauthorized" } });
    const other = await testbed.respond(event, "cleo@example.com", "tentative");
    expect(other).toMatchObject({ status: "pending" });
    const asked = proxy.state.seen.length;
    await testbed.advance(30 * DAY);
    await testbed.idle();
    expect(proxy.state.seen).toHaveLength(asked);
    proxy.heal();
    await testbed.post("calendars.accounts.update", { id: "home" });
    await testbed.sees(id, { status: "acked" });
    await testbed.sees(other.id, { status: "acked" });
    expect(await isDelivered()).toBe(true);
  });

  radicale("stops while the connection is disabled and continues once it is enabled", async () => {
    const { proxy, testbed, respond, isDelivered } = await scene();
    await testbed.post("credentials.connections.disable", { connection: "home", provider: "caldav" });
    await testbed.accountSees("home", { status: "stopped", statusReason: "connection_disabled" });
    const { account } = await testbed.post("calendars.accounts.update", { id: "home" });
    expect(account).toMatchObject({ status: "stopped", statusReason: "connection_disabled" });
    expect((await testbed.admin.post("calendars.sync", { account: "home" })).body).toMatchObject({
      code: "calendars.account_stopped",
      fix: "postern credentials connections enable --connection home",
    });
    const { id } = await respond();
    await testbed.idle();
    expect(proxy.state.seen).toEqual([]);
    expect(await testbed.entry(id)).toMatchObject({ status: "pending", attemptCount: 0 });
    await testbed.post("credentials.connections.enable", { connection: "home", provider: "caldav" });
    await testbed.accountSees("home", { status: "active" });
    await testbed.sees(id, { status: "acked" });
    expect(await isDelivered()).toBe(true);
  });

  radicale.each([
    [410, "gone"],
    [403, "forbidden"],
    [404, "not_found"],
    [400, "rejected"],
  ])("is not retried after a response with status %i (%s)", async (status, lastErrorCode) => {
    const { proxy, testbed, respond } = await scene();
    proxy.answer(status);
    const { id } = await respond();
    await testbed.sees(id, { status: "dead", lastErrorCode, attemptCount: 1 });
  });

  radicale("is retried after a truncated or invalid response and resumed after a redirect", async () => {
    const { server, proxy, testbed, respond } = await scene();
    const { id } = await (async () => {
      proxy.state.fault = (_incoming, response) => {
        response.writeHead(200, { "content-length": "1000" }).write("BEGIN:VCAL");
        setTimeout(() => response.destroy(), 20);
      };
      return respond();
    })();
    await testbed.sees(id, { status: "failed", lastErrorCode: "cut_off" });
    proxy.answer(200, { "content-type": "text/html" }, "<html>Welcome to this hotel's network</html>");
    await testbed.advance(DAY);
    await testbed.sees(id, { status: "failed", lastErrorCode: "bad_answer", attemptCount: 2 });
    proxy.answer(302, { location: `${server.origin}ada/office/1.ics` });
    await testbed.advance(DAY);
    await testbed.accountSees("home", { status: "stopped", statusReason: "misconfigured" });
    proxy.heal();
    await testbed.post("calendars.accounts.update", { id: "home" });
    await testbed.sees(id, { status: "acked" });
  });

  radicale("stops reading a response without end", async () => {
    const { proxy, testbed, respond } = await scene();
    let written = 0;
    proxy.state.fault = (_incoming, response) => {
      response.writeHead(200, { "content-type": "text/calendar" });
      const more = () => {
        while (!response.destroyed && response.write("X".repeat(65_536))) written += 65_536;
        if (!response.destroyed) response.once("drain", more);
      };
      more();
    };
    const { id } = await respond();
    await testbed.sees(id, { status: "dead", lastErrorCode: "too_large" });
    expect(written).toBeLessThan(16 * 2 ** 20);
  });

  radicale("never exposes the password in responses, log lines, events or stored errors", async () => {
    const { proxy, testbed, respond } = await scene();
    proxy.answer(401, {}, "correct horse is wrong");
    await respond();
    await testbed.accountSees("home", { status: "stopped" });
    const shown = await Promise.all([
      testbed.post("calendars.accounts.list"),
      testbed.post("calendars.outbox.list"),
      testbed.post("events.list").catch(() => ({})),
    ]);
    const stored = (await testbed.storage.getKeys("", {})).map((key) => testbed.storage.getItem(key, {}));
    const all = JSON.stringify([shown, testbed.logged, await Promise.all(stored)]);
    expect(all).not.toContain("correct horse");
    expect(all).not.toContain(Buffer.from("ada:correct horse").toString("base64"));
  });
});

describe("a clock that is set back", () => {
  radicale("does not postpone the next attempt", async () => {
    const { proxy, testbed, respond } = await scene();
    proxy.answer(500);
    const { id } = await respond();
    await testbed.sees(id, { status: "failed", attemptCount: 1 });
    testbed.setBack(DAY);
    const now = Date.now() - DAY;
    expect((await testbed.entry(id)).nextAttemptAt).toBeLessThan(now + 5 * SECOND);
    proxy.heal();
    await testbed.sees(id, { status: "acked", attemptCount: 2 });
  });
});

describe("a request", () => {
  const ask = (url: string, server: Partial<Server> = {}, most = 1_000) => {
    const { origin } = new URL(url);
    const { signal } = new AbortController();
    return exchange(
      {
        url,
        origins: [origin],
        hosts: serverHosts({ isPrivate: true }, { allowPrivate: false }),
        timeout: 300,
        signal,
        ...server,
      },
      { method: "GET", url, most },
      () => {},
    );
  };
  const coded = (code: string) => expect.objectContaining({ code });

  it("times out if the response does not arrive or arrives too slowly", async () => {
    const proxy = await startProxy("http://127.0.0.1:1/");
    proxy.state.fault = () => {};
    await expect(ask(proxy.origin)).rejects.toEqual(coded("timeout"));
    proxy.state.fault = (_incoming, response) => {
      const drip = setInterval(() => response.write("."), 20);
      response.on("close", () => clearInterval(drip));
    };
    await expect(ask(proxy.origin)).rejects.toEqual(coded("timeout"));
  });

  it("follows redirects within its server and sends the password nowhere else", async () => {
    const [proxy, elsewhere] = [await startProxy("http://127.0.0.1:1/"), await startProxy("http://127.0.0.1:1/")];
    proxy.state.fault = (incoming, response) => {
      const to: Record<string, string> = { "/moved": "/there", "/loop": "/loop", "/away": `${elsewhere.origin}/x` };
      const location = to[incoming.url ?? ""];
      response.writeHead(location ? 301 : 200, location ? { location } : {}).end();
    };
    await expect(ask(`${proxy.origin}/moved`)).resolves.toMatchObject({ status: 200, url: `${proxy.origin}/there` });
    await expect(ask(`${proxy.origin}/loop`)).rejects.toEqual(coded("redirected"));
    await expect(ask(`${proxy.origin}/away`)).rejects.toEqual(coded("misconfigured"));
    expect(elsewhere.state.seen).toEqual([]);
  });

  it("is not sent to forbidden addresses, nor to public ones without TLS", async () => {
    for (const url of ["http://169.254.169.254/", "http://[fe80::1]/", "https://0.0.0.0/", "http://93.184.216.34/"])
      await expect(ask(url)).rejects.toEqual(coded("misconfigured"));
  });
});

describe("a WebDAV response", () => {
  const xml =
    '<?xml version="1.0"?><!-- > --><D:multistatus xmlns:D="DAV:" xmlns:C=\'urn:ietf:params:xml:ns:caldav\'>' +
    "<D:response><D:href>/a%20b.ics</D:href><D:propstat><D:prop><D:getetag>&quot;1&quot;</D:getetag>" +
    "<C:calendar-data><![CDATA[BEGIN:VCALENDAR <&>\r\n]]>é&#x1F600;</C:calendar-data></D:prop>" +
    "<D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop><D:displayname/></D:prop>" +
    "<D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>" +
    '<response xmlns="DAV:"><href>/b.ics</href><status>HTTP/1.1 404 Not Found</status></response>' +
    "<D:sync-token>t</D:sync-token></D:multistatus>";
  const read = (pieces: readonly string[]) => {
    const found: unknown[] = [];
    const reader = createMultistatusReader((resource) => found.push(resource));
    for (const piece of pieces) reader.write(piece);
    return { found, ...reader.end() };
  };

  it("is parsed the same in chunks of any size", () => {
    const whole = read([xml]);
    expect(whole).toEqual({
      found: [
        {
          href: "/a%20b.ics",
          status: undefined,
          props: { getetag: '"1"', "calendar-data": "BEGIN:VCALENDAR <&>\né😀" },
        },
        { href: "/b.ics", status: 404, props: {} },
      ],
      token: "t",
    });
    for (const size of [1, 2, 3, 7, 64])
      expect(read(xml.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [])).toEqual(whole);
  });

  it.each([
    ["a document type", '<!DOCTYPE x [<!ENTITY a "b">]><multistatus xmlns="DAV:"/>'],
    ["a page of HTML", "<html><body>Sign in<br></body></html>"],
    ["text", "no"],
    ["a truncated document", '<multistatus xmlns="DAV:"><response>'],
    ["an overlong tag", `<multistatus xmlns="DAV:" a="${"a".repeat(200_000)}"/>`],
    ["overlong text", `<multistatus xmlns="DAV:">${"a".repeat(5 * 2 ** 20)}</multistatus>`],
    ["an undefined entity", '<multistatus xmlns="DAV:">&a;</multistatus>'],
    ["excessive nesting", "<a>".repeat(100)],
    ["another root element", '<prop xmlns="DAV:"></prop>'],
    ["an empty document", ""],
  ])("is rejected if it is %s", (_what, text) => {
    expect(() => read([text])).toThrow(/response/);
  });
});
