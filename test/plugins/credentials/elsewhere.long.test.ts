import agents from "@postern/agents";
import audio from "@postern/audio";
import calendars from "@postern/calendars";
import chats from "@postern/chats";
import context from "@postern/context";
import events from "@postern/events";
import hooks from "@postern/hooks";
import jetstream from "@postern/jetstream";
import { createSecret } from "@postern/kit/outbound";
import responders from "@postern/responders";
import sync from "@postern/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { type Cluster, startCluster } from "../../storage-drivers/postgres/cluster.ts";
import { startService } from "../audio/speech-service.ts";
import { PASSWORD, USER } from "../calendars/delivery-servers.ts";
import { MONDAY } from "../calendars/delivery-testbed.ts";
import { startRadicale } from "../calendars/radicale.ts";
import { isSigned, startReceiver } from "../hooks/receiver.ts";
import { startNats } from "../jetstream/nats.ts";
import { notesPlugin } from "../sync/fixtures/notes.ts";
import { openSide } from "../sync/gateway.ts";
import { copyKeys, openHosts } from "./hosts.ts";

const onPostgres = describe.skipIf(!has("postgresql"));

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.stop());

const vault = { place: "folder" };
const HOUR = 3_600_000;
type Hosts = Awaited<ReturnType<typeof openHosts>>;

/** Expects that nobody changed the status of a connection. */
function expectNoFlaps({ alpha, beta }: Hosts): void {
  for (const { types } of [alpha, beta]) expect(types().filter((type) => /updated|disabled/.test(type))).toEqual([]);
}

const hookPlugins = () => [hooks({ hooksPrivate: true }), chats(), context(), events()];
const created = async (url: string, host: Hosts["alpha"]) =>
  host.call("hooks.create", { url, types: ["chats.**"], allowUnknown: true });

onPostgres("webhooks of two hosts", () => {
  it("with the vault in the store are created and signed at both", async () => {
    const hosts = await openHosts(cluster, { plugins: hookPlugins });
    const { alpha, beta } = hosts;
    const target = await startReceiver();
    const first = await created(target.url, alpha);
    copyKeys(alpha, beta);
    const second = await created(target.url, beta);
    for (let n = 0; n < 6; n++) await (n % 2 === 0 ? alpha : beta).call("chats.create", { title: `${n}` });
    for (const request of await target.got(12))
      expect(isSigned(request, first.secret) || isSigned(request, second.secret)).toBe(true);
    const { secret } = await beta.call("hooks.rotate", { id: first.hook.id });
    await alpha.call("chats.create", { title: "after" });
    const signed = (await target.got(14)).slice(12).map((request) => isSigned(request, secret));
    expect(signed.sort()).toEqual([false, true]);
  });

  it("with a folder at one of them are signed there, without a lost attempt", async () => {
    const hosts = await openHosts(cluster, { vault, plugins: hookPlugins });
    const { alpha, beta } = hosts;
    const target = await startReceiver();
    const { hook, secret } = await created(target.url, alpha);
    const refused = await beta.admin.post("hooks.create", { url: target.url, types: ["chats.**"] });
    expect(refused).toMatchObject({ status: 503, body: { code: "hooks.secret_not_kept" } });
    expect(refused.body.detail).toMatch(/on the host "alpha".*"beta"/);
    for (let n = 0; n < 12; n++) await beta.call("chats.create", { title: `${n}` });
    for (const request of await target.got(12)) expect(isSigned(request, secret)).toBe(true);
    await until(async () => {
      const { deliveries } = await beta.call("hooks.deliveries.list", { hook: hook.id, limit: "50" });
      expect(deliveries).toHaveLength(12);
      for (const delivery of deliveries) expect(delivery).toMatchObject({ status: "done", attempts: 1 });
    });
    // A rotation of the other host's key changes nothing.
    await beta.post("vault.rotate", {});
    await alpha.call("hooks.rotate", { id: hook.id });
    await beta.call("chats.create", { title: "after" });
    expect(isSigned((await target.got(13))[12]!, secret)).toBe(true);
    const messages = beta.logged.map(({ message }) => message);
    expect(messages).not.toContain("A webhook secret could not be encrypted");
  });
});

onPostgres("work that needs a secret in the folder of another host is left to that host", () => {
  it("by responders, which lose no attempt", async () => {
    const plugins = () => [agents(), chats(), context(), responders()];
    const hosts = await openHosts(cluster, { vault, plugins });
    const { alpha, beta } = hosts;
    const target = await startReceiver((_request, response) => {
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ content: "Hello" }));
    });
    await alpha.connect({
      provider: "http",
      connection: "bot",
      secret: createSecret(),
      hosts: [new URL(target.url).host],
    });
    await alpha.call("agents.create", { id: "main", instructions: "You are terse." });
    await alpha.call("responders.create", {
      ...{ id: "bot", kind: "http", agents: ["main"], config: { url: target.url }, connection: "bot" },
    });
    for (let n = 0; n < 8; n++) {
      const { chat } = await beta.call("chats.create", { agentId: "main" });
      const message = { chatId: chat.id, actorId: "ann", clientMessageId: `m${n}`, content: "Hi" };
      await beta.call("chats.messages.create", message);
    }
    await until(async () => {
      const { turns } = await beta.call("agents.turns.list");
      expect(turns).toHaveLength(8);
      for (const turn of turns) expect(turn).toMatchObject({ status: "answered", attempts: 1 });
    });
    expect((await beta.call("responders.show", { id: "bot" })).responder).not.toHaveProperty("lastError");
    expectNoFlaps(hosts);
  });

  it.skipIf(!has("nats-server"))("by bridges to NATS, whose lease the other host takes", async () => {
    const nats = await startNats('authorization { token: "s3cret-token" }');
    const hosts = await openHosts(cluster, { vault, plugins: () => [jetstream()] });
    const { alpha, beta } = hosts;
    await alpha.connect({ provider: "nats", secret: "s3cret-token", hosts: [new URL(nats.url).host] });
    const bridge = {
      label: "All",
      stream: "EVENTS",
      types: ["jetstream.**"],
      servers: [nats.url],
      connection: "main",
    };
    const { id } = (await beta.call("jetstream.bridges.create", bridge)).bridge;
    const seen = async () => (await beta.call("jetstream.bridges.show", { id })).bridge;
    await alpha.call("jetstream.bridges.provision", { id, execute: true });
    await until(async () => expect(await seen()).toMatchObject({ state: "connected" }));
    expect(JSON.stringify(beta.logged)).not.toContain("NATS");
    await alpha.stop();
    await until(async () => expect((await seen()).state).toBe("idle"));
    expect(await seen()).not.toHaveProperty("lastError");
    expectNoFlaps(hosts);
  });

  it("by the voice provider, which is not stopped", async () => {
    const service = await startService();
    const config = { provider: "voiceprovider" as const, voiceprovider: { url: service.url, voice: "v1" } };
    const hosts = await openHosts(cluster, { vault, plugins: () => [agents(), chats(), events(), audio(config)] });
    const { alpha, beta } = hosts;
    await alpha.connect({ provider: "voiceprovider", connection: "voice", hosts: [new URL(service.url).host] });
    for (let n = 0; n < 6; n++) await beta.call("audio.tts", { text: `Hello ${n}`, execute: true });
    await until(async () => {
      const { requests } = await beta.call("audio.requests.list");
      expect(requests).toHaveLength(6);
      for (const request of requests) expect(request).toMatchObject({ state: "ready" });
    });
    const { work } = await beta.call("audio.work.list");
    expect(work).toHaveLength(6);
    for (const job of work) expect(job).toMatchObject({ attempts: 1 });
    expect((await beta.call("audio.workers.list")).workers[1]).toMatchObject({ state: "running" });
    expectNoFlaps(hosts);
  });

  it("by the exchange with another gateway, whose state stays the same", async () => {
    const other = await openSide();
    await other.enable();
    const { key } = await other.client(["sync:exchange"]);
    const hosts = await openHosts(cluster, { vault, plugins: () => [sync(), notesPlugin()] });
    const { alpha, beta } = hosts;
    await alpha.call("sync.enable");
    await alpha.connect({ provider: "postern", secret: key, hosts: [new URL(other.url).host] });
    const refused = await beta.admin.post("sync.link", { consoleUrl: other.url, connection: "main", execute: true });
    expect(refused.status).toBeGreaterThanOrEqual(400);
    await alpha.call("sync.link", { consoleUrl: other.url, connection: "main", execute: true });
    await beta.call("notes.put", { notes: [{ id: "n1", text: "of beta" }] });
    await until(async () => expect(Object.keys(await other.records())).toHaveLength(1));
    for (const host of [alpha, beta]) {
      const status = await host.call("sync.status");
      expect(status).toMatchObject({ linked: true, lastError: "" });
      expect(status).not.toHaveProperty("lastFailure");
    }
    expectNoFlaps(hosts);
  });

  it.skipIf(!has("radicale"))("by calendars, whose account is not stopped", async () => {
    const server = await startRadicale();
    const hosts = await openHosts(cluster, { vault, plugins: () => [calendars({ timezone: "Europe/Berlin" })] });
    const { alpha, beta } = hosts;
    const hostsOfServer = [new URL(server.origin).host];
    await alpha.connect({ provider: "caldav", connection: "home", secret: PASSWORD, hosts: hostsOfServer });
    await alpha.call("calendars.accounts.create", {
      ...{ id: "home", provider: "caldav", connection: "home" },
      config: { url: server.origin, calendarUrl: server.calendar, username: USER },
    });
    const check = await beta.call("calendars.accounts.check", { id: "home", execute: true });
    expect(check).toMatchObject({ ok: false, code: "secret_elsewhere", reason: expect.stringContaining('"alpha"') });
    const work = { name: "Work", account: "home", timezone: "Europe/Berlin" };
    const calendar = (await beta.call("calendars.create", work)).calendar.id;
    for (let n = 0; n < 6; n++)
      await beta.call("calendars.events.create", {
        ...{ calendar, title: `Review ${n}`, execute: true },
        ...{ startAt: String(MONDAY + n * HOUR), endAt: String(MONDAY + (n + 1) * HOUR) },
      });
    await until(async () => {
      const found = (await beta.call("calendars.outbox.list")).outbox;
      expect(found).toHaveLength(6);
      for (const entry of found) expect(entry).toMatchObject({ status: "acked", attemptCount: 1 });
    });
    expect((await beta.admin.post("calendars.sync", { account: "home" })).body.detail).toContain('"alpha"');
    await alpha.call("calendars.sync", { account: "home" });
    const { account } = await beta.call("calendars.accounts.show", { id: "home" });
    expect(account).toMatchObject({ status: "active" });
    expect(account).not.toHaveProperty("lastError");
    expectNoFlaps(hosts);
  });
});
