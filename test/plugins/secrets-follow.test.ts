import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import calendars from "@postern/calendars";
import channels from "@postern/channels";
import irc from "@postern/channels-irc";
import telegram from "@postern/channels-telegram";
import type { Plugin } from "@postern/core";
import { type Client, testGateway } from "@postern/core/testing";
import credentials from "@postern/credentials";
import prox from "@postern/prox";
import memory from "@postern/storage-memory";
import sync from "@postern/sync";
import { describe, expect, it, onTestFinished } from "vitest";

const CANARY = "canary-of-somebody-else";

/** A server that remembers what it is sent, and answers nothing useful. */
async function listener() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(404).end("{}");
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { heard, port, url: `http://127.0.0.1:${port}` };
}

async function openFixture(storage = memory()) {
  const folder = mkdtempSync(join(tmpdir(), "postern-access-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const vault = { folder: join(folder, "vault"), keys: join(folder, "keys") };
  const plugins: Plugin[] = [
    credentials({ backend: "vault", vault }),
    sync({ runner: false, allowPrivate: true }),
    calendars({ allowPrivate: true }),
    channels({ role: "gateway", allowPrivate: true }),
    irc(),
    telegram(),
    prox(),
  ];
  const fixture = await testGateway({ plugins, storage });
  onTestFinished(() => fixture.stop());
  const connect = async (provider: string, more: object = {}, client: Client = fixture.admin) => {
    const body = { provider, connection: "main", secret: CANARY, ...more };
    const reply = await client.post("credentials.connections.create", body);
    expect(reply.status).toBe(200);
    return reply.body.connection;
  };
  return { ...fixture, connect };
}

interface Naming {
  readonly provider: string;
  /** What is there before, made by whoever updates it. */
  readonly before?: readonly [string, object];
  readonly operation: string;
  input(port: number): object;
}

/** Every way to say where a secret goes. The hosts are those of a listener here. */
const namings: Record<string, Naming> = {
  "sync.link": {
    provider: "postern",
    operation: "sync.link",
    input: (port) => ({ consoleUrl: `http://127.0.0.1:${port}`, execute: true }),
  },
  "calendars.accounts.create": {
    provider: "caldav",
    operation: "calendars.accounts.create",
    input: (port) => ({ id: "home", provider: "caldav", config: { url: `http://127.0.0.1:${port}/` } }),
  },
  "calendars.accounts.update": {
    provider: "caldav",
    before: ["calendars.accounts.create", { id: "home", provider: "caldav", config: { url: "http://127.0.0.1:9/" } }],
    operation: "calendars.accounts.update",
    input: (port) => ({ id: "home", config: { url: `http://127.0.0.1:${port}/` } }),
  },
  "channels.adapters.create": {
    provider: "telegram",
    operation: "channels.adapters.create",
    input: (port) => ({ id: "bot", kind: "telegram", config: { apiRoot: `http://127.0.0.1:${port}` } }),
  },
  "channels.adapters.update": {
    provider: "irc",
    before: ["channels.adapters.create", { id: "bot", kind: "irc", config: { host: "127.0.0.1", nick: "bot" } }],
    operation: "channels.adapters.update",
    input: (port) => ({ id: "bot", config: { host: "127.0.0.1", port, tls: false, nick: "bot", login: "password" } }),
  },
};
/** These name a connection to say whether all is ready, and hand its secret to nobody. */
const looksOnly = ["prox.calls.profiles.create", "prox.calls.profiles.update"];
const table = Object.entries(namings);
const rights = ["sync:*", "calendars:*", "channels:*"];

describe("a connection", () => {
  it("is named by no operation that is not in this table", async () => {
    const { gateway } = await openFixture();
    const naming = gateway.manifest.operations
      .filter(({ id, input }) => !id.startsWith("credentials.") && "connection" in (input.properties as object))
      .map(({ id }) => id);
    expect(naming.sort()).toEqual([...Object.keys(namings), ...looksOnly].sort());
  });

  it.each(table)("is sent nowhere by %s for a key that may not use it", async (_, { provider, operation, ...said }) => {
    const [fixture, there] = [await openFixture(), await listener()];
    const { id } = await fixture.connect(provider);
    const mallory = await fixture.client(rights);
    if (said.before) expect((await mallory.post(...said.before)).status).toBe(200);
    const reply = await mallory.post(operation, { ...said.input(there.port), connection: "main" });
    expect(reply).toMatchObject({ status: 403, body: { code: "gateway.forbidden", scope: `credentials:use@${id}` } });
    expect(there.heard).toEqual([]);
  });

  it.each(table)("is used by %s with the right to use this one, and binds its host", async (_, naming) => {
    const { provider, operation, before, input } = naming;
    const [fixture, there] = [await openFixture(), await listener()];
    const { id } = await fixture.connect(provider);
    const client = await fixture.client([...rights, `credentials:use@${id}`]);
    if (before) expect((await client.post(...before)).status).toBe(200);
    const reply = await client.post(operation, { ...input(there.port), connection: "main" });
    // The listener is no gateway, so the link comes to nothing after the secret was sent there.
    expect([200, 409]).toContain(reply.status);
    const shown = await fixture.admin.post("credentials.connections.show", { connection: id });
    expect(shown.body.connection.hosts).toEqual([`127.0.0.1:${there.port}`]);
  });

  it.each(table)("is not sent by %s to a host that it is not bound to, for any caller", async (_, naming) => {
    const [fixture, there] = [await openFixture(), await listener()];
    await fixture.connect(naming.provider, { hosts: ["api.example.com"] });
    if (naming.before) expect((await fixture.admin.post(...naming.before)).status).toBe(200);
    const reply = await fixture.admin.post(naming.operation, { ...naming.input(there.port), connection: "main" });
    expect(reply).toMatchObject({ status: 409, body: { code: "credentials.connection_bound" } });
    expect(there.heard).toEqual([]);
  });

  it.each(table)("of another provider is not used by %s", async (_, naming) => {
    const [fixture, there] = [await openFixture(), await listener()];
    await fixture.connect("github");
    if (naming.before) expect((await fixture.admin.post(...naming.before)).status).toBe(200);
    const reply = await fixture.admin.post(naming.operation, { ...naming.input(there.port), connection: "main" });
    expect([404, 409]).toContain(reply.status);
    expect(reply.body.code).toMatch(/connection_(bound|unknown|not_found)$/);
    expect(there.heard).toEqual([]);
  });

  it("may be used by its creator, and its hosts are changed with credentials:write only", async () => {
    const fixture = await openFixture();
    const ada = await fixture.client(["credentials:write", "calendars:*"]);
    const { id, ownerId, hosts } = await fixture.connect("caldav", {}, ada);
    expect({ ownerId, hosts }).toEqual({ ownerId: `user:${ada.contextId}`, hosts: [] });
    const account = { id: "home", provider: "caldav", config: { url: "http://127.0.0.1:9/" }, connection: "main" };
    expect((await ada.post("calendars.accounts.create", account)).status).toBe(200);
    const moved = { id: "home", config: { url: "http://127.0.0.1:10/" } };
    expect(await ada.post("calendars.accounts.update", moved)).toMatchObject({
      status: 400,
      body: { issues: [{ path: "/connection", code: "required" }] },
    });
    expect((await ada.post("calendars.accounts.update", { ...moved, connection: "main" })).status).toBe(409);
    const open = { connection: id, hosts: ["127.0.0.1"] };
    const user = await fixture.client([`credentials:use@${id}`]);
    expect((await user.post("credentials.connections.update", open)).status).toBe(403);
    expect((await ada.post("credentials.connections.update", open)).status).toBe(200);
    expect((await ada.post("calendars.accounts.update", { ...moved, connection: "main" })).status).toBe(200);
  });

  it("cannot be made with the secret of another that one may not use", async () => {
    const fixture = await openFixture();
    const { id, secretRef } = await fixture.connect("caldav");
    const mallory = await fixture.client(["credentials:write"]);
    const mine = { provider: "postern", connection: "mine", secretRef };
    const refusal = { status: 403, body: { scope: `credentials:use@${id}` } };
    expect(await mallory.post("credentials.connections.create", mine)).toMatchObject(refusal);
    await fixture.connect("github", { connection: "own" }, mallory);
    const rotated = await mallory.post("credentials.connections.rotate", { connection: "own", secretRef });
    expect(rotated).toMatchObject(refusal);
  });
});

describe("what sends a secret", () => {
  const owned: Record<string, { make: readonly [string, object]; others: readonly string[]; list: [string, string] }> =
    {
      account: {
        make: ["calendars.accounts.create", { id: "home", provider: "local" }],
        others: ["show", "update", "check", "remove"].map((verb) => `calendars.accounts.${verb}`),
        list: ["calendars.accounts.list", "accounts"],
      },
      adapter: {
        make: ["channels.adapters.create", { id: "home", kind: "irc", config: { host: "127.0.0.1", nick: "bot" } }],
        others: ["show", "update", "disable", "enable", "remove"].map((verb) => `channels.adapters.${verb}`),
        list: ["channels.adapters.list", "adapters"],
      },
    };

  it.each(Object.entries(owned))(
    "as %s is its creator's, an admin's and of those it is shared with",
    async (_, said) => {
      const fixture = await openFixture();
      const [ada, bob] = [await fixture.client(rights), await fixture.client(rights)];
      const group = said.list[0].split(".")[0];
      const shared = await fixture.client([`${group}:write@home`]);
      expect((await ada.post(...said.make)).status).toBe(200);
      const derived = await fixture.client([`${group}:write`]);
      for (const id of said.others) {
        for (const other of [bob, derived])
          expect([id, (await other.post(id, { id: "home" })).status]).toEqual([id, 404]);
        if (!id.endsWith("remove")) expect([id, (await shared.post(id, { id: "home" })).status]).toEqual([id, 200]);
      }
      const [list, members] = said.list;
      expect((await bob.post(list)).body).toMatchObject({ [members]: [], total: 0 });
      for (const one of [ada, fixture.admin]) expect((await one.post(list)).body.total).toBe(1);
      expect((await fixture.admin.post(said.others[0] as string, { id: "home" })).status).toBe(200);
    },
  );
});
