import calendars from "@postern/calendars";
import { testGateway } from "@postern/core/testing";
import { describe, expect, it, onTestFinished } from "vitest";
import { startMailServer, startProxy } from "./delivery-servers.ts";
import { DAY, openTestbed, planted } from "./delivery-testbed.ts";

const dav = (config: object = {}) => ({
  id: "home",
  provider: "caldav",
  config: { url: "http://127.0.0.1:5232/", ...config },
});
const mail = (config: object = {}) => ({
  id: "mail",
  provider: "smtp",
  config: { host: "mail.example.com", from: "ada@example.com", ...config },
});

describe("an account", () => {
  it("can be created, shown, listed, updated and removed, and emits an event for each change", async () => {
    const testbed = await openTestbed();
    const emitted: string[] = [];
    for (const type of ["created", "updated", "removed"])
      testbed.gateway.on({ type: `calendars.account.${type}` } as never, (event: { type: string }) =>
        emitted.push(event.type),
      );
    const { account } = await testbed.post("calendars.accounts.create", dav({ username: "ada" }));
    expect(account).toEqual({
      id: "home",
      provider: "caldav",
      config: { url: "http://127.0.0.1:5232/", username: "ada" },
      isPrivate: true,
      ownerId: expect.any(String),
      ownerType: "user",
      createdBy: expect.any(String),
      status: "active",
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    expect(await testbed.post("calendars.accounts.show", { id: "home" })).toEqual({
      account,
      outbox: { pending: 0, leased: 0, failed: 0, dead: 0 },
    });
    await testbed.post("calendars.accounts.create", mail());
    expect((await testbed.post("calendars.accounts.list")).accounts.map(({ id }: { id: string }) => id)).toEqual([
      "home",
      "mail",
    ]);
    expect((await testbed.post("calendars.accounts.list", { status: "stopped" })).total).toBe(0);
    const config = { url: "https://dav.example.com/dav" };
    expect((await testbed.post("calendars.accounts.update", { id: "home", config })).account.config).toEqual(config);
    expect(await testbed.post("calendars.accounts.remove", { id: "home", execute: true })).toEqual({
      removed: true,
      calendars: [],
      discarded: 0,
    });
    expect(await testbed.admin.post("calendars.accounts.show", { id: "home" })).toMatchObject({
      status: 404,
      body: { code: "calendars.account_not_found" },
    });
    await expect
      .poll(() => emitted)
      .toEqual(["created", "created", "updated", "removed"].map((past) => `calendars.account.${past}`));
  });

  it("must have a unique id other than local", async () => {
    const testbed = await openTestbed();
    await testbed.post("calendars.accounts.create", dav());
    for (const id of ["home", "local"])
      expect(await testbed.admin.post("calendars.accounts.create", { ...dav(), id })).toMatchObject({
        status: 409,
        body: { code: "calendars.account_exists", accountId: id },
      });
  });

  it("gets the default port for SMTP with implicit TLS or STARTTLS", async () => {
    const testbed = await openTestbed();
    const { account } = await testbed.post("calendars.accounts.create", mail());
    expect(account.config).toEqual({ host: "mail.example.com", from: "ada@example.com", secure: true, port: 465 });
    const config = { host: "mail.example.com", from: "ada@example.com", secure: false };
    const changed = await testbed.post("calendars.accounts.update", { id: "mail", config });
    expect(changed.account.config.port).toBe(587);
  });

  it.each([
    ["a server URL", { ...dav(), config: {} }, "/config/url"],
    ["an absolute URL", dav({ url: "dav.example.com" }), "/config/url"],
    ["an HTTP URL", dav({ url: "ftp://dav.example.com/" }), "/config/url"],
    ["a URL without a password", dav({ url: "https://ada:secret@dav.example.com/" }), "/config/url"],
    ["a URL without a user name", dav({ url: "https://ada@dav.example.com/" }), "/config/url"],
    ["a URL without a query", dav({ url: "https://dav.example.com/?token=1" }), "/config/url"],
    ["TLS for a public address", dav({ url: "http://93.184.216.34/" }), "/config/url"],
    ["an absolute calendar URL", dav({ calendarUrl: "/ada/office/" }), "/config/calendarUrl"],
    ["no fields of another provider", dav({ host: "mail.example.com" }), "/config/host"],
    ["a mail host", { ...mail(), config: { from: "ada@example.com" } }, "/config/host"],
    ["a valid mail host", mail({ host: "mail example" }), "/config/host"],
    ["a valid sender address", mail({ from: "ada" }), "/config/from"],
    ["a valid organizer address", dav({ from: "ada" }), "/config/from"],
    [
      "a sender address without header injection",
      mail({ from: "ada@example.com\r\nBcc: eve@example.com" }),
      "/config/from",
    ],
    ["a connection for the user name", mail({ username: "ada" }), "/connection"],
    ["a valid port", mail({ port: 0 }), "/config/port"],
    ["no unknown fields", dav({ password: "secret" }), "/config/password"],
    [
      "no configuration for the local provider",
      { id: "here", provider: "local", config: { url: "https://x.org/" } },
      "/config/url",
    ],
    ["a known provider", { ...dav(), provider: "exchange" }, "/provider"],
    ["a valid id", { ...dav(), id: "My Home" }, "/id"],
  ])("requires %s", async (_what, input, path) => {
    const testbed = await openTestbed();
    const { status, body } = await testbed.admin.post("calendars.accounts.create", input);
    expect({ status, path: body.issues?.[0]?.path }).toEqual({ status: 400, path });
    expect(JSON.stringify(body)).not.toContain("secret@");
    expect((await testbed.post("calendars.accounts.list")).total).toBe(0);
  });

  it("requires an existing connection of its provider", async () => {
    const testbed = await openTestbed();
    await testbed.connect("smtp");
    const named = { ...dav({ username: "ada" }), connection: "home" };
    expect(await testbed.admin.post("calendars.accounts.create", named)).toMatchObject({
      status: 404,
      body: { code: "calendars.connection_unknown", fix: expect.stringContaining("credentials connections create") },
    });
    await testbed.connect("caldav");
    await testbed.post("calendars.accounts.create", named);
    const without = await testbed.post("calendars.accounts.update", { id: "home", connection: "" });
    expect(without.account).not.toHaveProperty("connection");
  });

  it("keeps its calendars locally and discards its deliveries when it is removed", async () => {
    const testbed = await openTestbed();
    const proxy = await startProxy("http://127.0.0.1:1/");
    proxy.answer(503);
    const calendar = await testbed.davAccount(`${proxy.origin}/`, `${proxy.origin}/ada/office/`);
    const event = planted(calendar, "1");
    await testbed.post("seeds.plant", { events: [event] });
    const { id } = await testbed.respond(event.id, "ada@example.com", "accepted");
    await testbed.sees(id, { status: "failed" });
    const shown = await testbed.post("calendars.accounts.remove", { id: "home" });
    expect(shown.plan).toMatchObject({ calendars: [calendar], discarded: 1 });
    expect(await testbed.entry(id)).toMatchObject({ status: "failed" });
    await testbed.post("calendars.accounts.remove", { id: "home", execute: true });
    expect(await testbed.entry(id)).toMatchObject({ status: "dead", lastErrorCode: "account_removed" });
    const kept = (await testbed.post("calendars.show", { calendar })).calendar;
    expect(kept).toMatchObject({ accountId: "local" });
    expect(kept).toHaveProperty("providerCalendarId", "");
    expect(await testbed.respond(event.id, "ada@example.com", "declined")).toMatchObject({ status: "acked" });
  });

  it("works without the credentials plugin only if it has no connection", async () => {
    const { gateway, admin } = await (async () => {
      const testbed = await testGateway({ plugins: [calendars()] });
      onTestFinished(() => testbed.stop());
      return testbed;
    })();
    expect(gateway.manifest.operations.some(({ id }) => id === "calendars.sync")).toBe(true);
    const made = await admin.post("calendars.accounts.create", { ...dav({ username: "ada" }), connection: "home" });
    expect(made).toMatchObject({ status: 404, body: { code: "calendars.connection_unknown" } });
    expect(await admin.post("calendars.accounts.create", dav())).toMatchObject({ status: 200 });
  });

  it("can check whether its server accepts it", async () => {
    const testbed = await openTestbed();
    const server = await startMailServer();
    await testbed.mailAccount(server.port);
    const check = (id: string) => testbed.post("calendars.accounts.check", { id });
    expect(await check("mail")).toEqual({ ok: true });
    await testbed.post("calendars.accounts.create", { ...dav({ url: "http://127.0.0.1:1/" }), id: "nobody" });
    expect(await check("nobody")).toMatchObject({ ok: false, code: "unreachable" });
    const { dryRun } = await testbed.post("calendars.accounts.check", { id: "mail", execute: false });
    expect(dryRun).toBe(true);
  });

  it("cannot be changed or used by a key that may only read", async () => {
    const testbed = await openTestbed();
    const reader = await testbed.client(["calendars:read"]);
    await testbed.post("calendars.accounts.create", dav());
    expect(await reader.post("calendars.accounts.list")).toMatchObject({ status: 200 });
    for (const [id, input] of [
      ["create", dav()],
      ["update", { id: "home" }],
      ["remove", { id: "home" }],
      ["check", { id: "home" }],
    ] as const)
      expect(await reader.post(`calendars.accounts.${id}`, input)).toMatchObject({ status: 403 });
    expect(await reader.post("calendars.sync", { account: "home" })).toMatchObject({ status: 403 });
  });
});

describe("the outbox", () => {
  async function scene() {
    const testbed = await openTestbed();
    const proxy = await startProxy("http://127.0.0.1:1/");
    proxy.answer(503);
    const calendar = await testbed.davAccount(`${proxy.origin}/`, `${proxy.origin}/ada/office/`);
    const events = ["1", "2"].map((uid) => planted(calendar, uid));
    await testbed.post("seeds.plant", { events });
    return { testbed, proxy, calendar, events: events.map(({ id }) => id) as [string, string] };
  }
  type Entry = { id: string; status: string };

  it("is listed newest first and filtered by status and event", async () => {
    const { testbed, events } = await scene();
    const first = await testbed.respond(events[0], "ada@example.com", "accepted");
    await testbed.sees(first.id, { status: "failed" });
    const second = await testbed.respond(events[1], "ada@example.com", "unknown");
    const list = async (input: object) =>
      (await testbed.post("calendars.outbox.list", input)).outbox.map(({ id }: Entry) => id);
    expect(await list({})).toEqual([second.id, first.id]);
    expect(await list({ status: "failed" })).toEqual([first.id]);
    expect(await list({ event: events[1] })).toEqual([second.id]);
    expect(await list({ event: events[1], status: "failed" })).toEqual([]);
    expect((await testbed.post("calendars.outbox.list", { fields: "id,status", limit: "1" })).outbox).toEqual([
      { id: second.id, status: "acked" },
    ]);
    const { outbox } = await testbed.post("calendars.accounts.show", { id: "home" });
    expect(outbox).toEqual({ pending: 0, leased: 0, failed: 1, dead: 0 });
  });

  it("stops delivering a discarded entry and delivers it again after a retry", async () => {
    const { testbed, proxy, events } = await scene();
    const { id } = await testbed.respond(events[0], "ada@example.com", "accepted");
    await testbed.sees(id, { status: "failed" });
    const { entry } = await testbed.post("calendars.outbox.discard", { id });
    expect(entry).toMatchObject({ status: "dead", lastErrorCode: "discarded" });
    expect(entry).toHaveProperty("nextAttemptAt", 0);
    const asked = proxy.state.seen.length;
    await testbed.advance(DAY);
    await testbed.idle();
    expect(proxy.state.seen).toHaveLength(asked);
    expect((await testbed.post("calendars.outbox.retry", { id })).entry).toMatchObject({
      status: "pending",
      attemptCount: 0,
    });
    await testbed.sees(id, { status: "failed", attemptCount: 1 });
    const acked = await testbed.respond(events[1], "ada@example.com", "unknown");
    for (const operation of ["retry", "discard"])
      expect(await testbed.admin.post(`calendars.outbox.${operation}`, { id: acked.id })).toMatchObject({
        status: 409,
        body: { code: "calendars.outbox_settled", state: "acked" },
      });
  });

  it("does not deliver a superseded response, even after a retry", async () => {
    const { testbed, events } = await scene();
    const first = await testbed.respond(events[0], "ada@example.com", "accepted");
    await testbed.sees(first.id, { status: "failed" });
    await testbed.respond(events[0], "ada@example.com", "declined");
    expect(await testbed.entry(first.id)).toMatchObject({ status: "dead", lastErrorCode: "superseded" });
    await testbed.post("calendars.outbox.retry", { id: first.id });
    await testbed.sees(first.id, { status: "dead", lastErrorCode: "superseded" });
  });

  it("is visible to readers of the calendar and can be changed by its writers", async () => {
    const { testbed, calendar, events } = await scene();
    const { id } = await testbed.respond(events[0], "ada@example.com", "accepted");
    await testbed.sees(id, { status: "failed" });
    const stranger = await testbed.client(["calendars:write"], "eve");
    expect(await stranger.post("calendars.outbox.show", { id })).toMatchObject({
      status: 404,
      body: { code: "calendars.outbox_not_found" },
    });
    expect((await stranger.post("calendars.outbox.list")).body).toMatchObject({ outbox: [], total: 0 });
    await testbed.post("calendars.update", { calendar, visibility: "shared" });
    await testbed.post("calendars.share", { calendar, with: "agent:eve", relation: "reader" });
    expect((await stranger.post("calendars.outbox.list")).body).toMatchObject({ total: 1 });
    expect(await stranger.post("calendars.outbox.retry", { id })).toMatchObject({ status: 403 });
    await testbed.post("calendars.share", { calendar, with: "agent:eve", relation: "writer" });
    expect(await stranger.post("calendars.outbox.discard", { id })).toMatchObject({ status: 200 });
  });
});
