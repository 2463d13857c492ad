import { DiscardPolicy } from "@nats-io/jetstream";
import jetstream from "@postern/jetstream";
import { describe, expect, it } from "vitest";
import { runs, cursors as sourceCursors } from "../../../plugins/jetstream/src/collections.ts";
import { declared } from "../../run/declared.ts";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { relay } from "../channels/servers/programs.ts";
import { openGateway } from "./gateway.ts";
import { type Read, startNats } from "./nats.ts";

const cursors = declared(jetstream(), sourceCursors);

const eventsIn = (messages: readonly Read[]) => messages.map(({ text }) => JSON.parse(text));
const numbersIn = (messages: readonly Read[]) => eventsIn(messages).map(({ data }) => data.n as number);
const range = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at);

/** A gateway with a bridge to a server with the stream EVENTS. */
async function openBridge(servers: string, more: object = {}) {
  const gateway = await openGateway();
  const input = { label: "Bells", servers: [servers], stream: "EVENTS", types: ["bells.**"], ...more };
  const { bridge } = await gateway.ok("jetstream.bridges.create", input);
  await gateway.ok("jetstream.bridges.provision", { id: bridge.id, execute: true });
  const show = async () => (await gateway.ok("jetstream.bridges.show", { id: bridge.id })) as BridgeShown;
  return { ...gateway, id: bridge.id as string, show };
}
interface BridgeShown {
  bridge: { state: string; published: number; status: string; statusReason?: string; lastError?: { message: string } };
  lag: number;
}

describe.skipIf(!has("nats-server"))("a bridge", () => {
  it("publishes events as CloudEvents in order, with ids of their own", async () => {
    const nats = await startNats();
    const { ok, show } = await openBridge(nats.url, { subject: "postern.{group}.{subject}" });
    for (const n of range(12)) await ok("bells.ring", { n });
    await until(async () => expect((await show()).bridge.published).toBe(12));
    const messages = await nats.read("EVENTS");
    expect(numbersIn(messages)).toEqual(range(12));
    const [first] = messages as [Read];
    const [event] = eventsIn(messages);
    expect(first.subject).toBe("postern.bells.bell-0");
    expect(first.type).toBe("application/cloudevents+json");
    expect(first.id).toBe(`${event.source.split("/")[2]}:${event.id}`);
    expect(event).toMatchObject({ specversion: "1.0", type: "bells.bell.rung", subject: "bell-0" });
    expect(event.source).toMatch(/^\/\/gw_[0-9a-f]{24}\/bells$/);
    expect(await show()).toMatchObject({ lag: 0, bridge: { state: "connected" } });
  });

  it("starts with events from now on, or with all that are kept", async () => {
    const nats = await startNats();
    const { ok, show } = await openBridge(nats.url);
    await ok("bells.ring", { n: 1 });
    await until(async () => expect((await show()).bridge.published).toBe(1));
    const other = { label: "All", servers: [nats.url], stream: "ALL", subject: "all.{type}", types: ["bells.*.*"] };
    const { bridge } = await ok("jetstream.bridges.create", { ...other, from: "beginning" });
    await ok("jetstream.bridges.provision", { id: bridge.id, execute: true });
    await until(async () => expect(numbersIn(await nats.read("ALL"))).toEqual([1]));
  });

  it("continues where it stopped when it is enabled again", async () => {
    const nats = await startNats();
    const { ok, id, show } = await openBridge(nats.url);
    await ok("bells.ring", { n: 0 });
    await until(async () => expect((await show()).bridge.published).toBe(1));
    await ok("jetstream.bridges.disable", { id });
    await ok("bells.ring", { n: 1 });
    expect(await show()).toMatchObject({ lag: 1, bridge: { status: "disabled", statusReason: "asked" } });
    await ok("jetstream.bridges.enable", { id });
    await until(async () => expect(numbersIn(await nats.read("EVENTS"))).toEqual([0, 1]));
  });

  it("publishes an event that is too large without its data", async () => {
    const nats = await startNats("max_payload: 16384");
    const { ok, show } = await openBridge(nats.url);
    await ok("bells.ring", { n: 0, text: "x".repeat(20_000) });
    await ok("bells.ring", { n: 1 });
    await until(async () => expect((await show()).bridge).toMatchObject({ published: 2, withoutData: 1 }));
    const [bare, whole] = eventsIn(await nats.read("EVENTS"));
    expect(bare).toMatchObject({ type: "bells.bell.rung", dataomitted: expect.any(Number) });
    expect(bare.data).toBeUndefined();
    expect(whole.data).toEqual({ n: 1 });
  });

  it("publishes only what the context that created it may read, and ends with it", async () => {
    const nats = await startNats();
    const { ok, client, gateway } = await openGateway();
    const creator = await client(["jetstream:*", "bells:read"]);
    const input = { label: "Mine", servers: [nats.url], stream: "EVENTS", types: ["**"] };
    const { bridge } = await ok("jetstream.bridges.create", input, creator);
    await ok("jetstream.bridges.provision", { id: bridge.id, execute: true }, creator);
    await ok("bells.ring", { n: 1 });
    await until(async () => expect(numbersIn(await nats.read("EVENTS"))).toContain(1));
    const types = new Set(eventsIn(await nats.read("EVENTS")).map(({ type }) => type));
    expect([...types]).not.toContain("gateway.command.executed");
    await gateway.keys.revoke(creator.contextId);
    await ok("bells.ring", { n: 2 });
    const status = async () => (await ok("jetstream.bridges.show", { id: bridge.id })).bridge;
    await until(async () =>
      expect(await status()).toMatchObject({ status: "disabled", statusReason: "context_ended" }),
    );
    expect(numbersIn(await nats.read("EVENTS"))).not.toContain(2);
  });

  it("reports a missing stream with the command that creates it, and then catches up", async () => {
    const nats = await startNats();
    const { ok } = await openGateway();
    const input = { label: "Bells", servers: [nats.url], stream: "EVENTS", types: ["bells.**"] };
    const { bridge } = await ok("jetstream.bridges.create", input);
    await ok("bells.ring", { n: 7 });
    const status = async () => (await ok("jetstream.bridges.show", { id: bridge.id })).bridge;
    await until(async () =>
      expect((await status()).lastError?.message).toContain(`provision --id ${bridge.id} --execute`),
    );
    const dry = await ok("jetstream.bridges.provision", { id: bridge.id });
    expect(dry.plan.summary).toBe(
      `Create the stream EVENTS with the subjects postern.events.> at ${nats.url}, or add them to it`,
    );
    const done = await ok("jetstream.bridges.provision", { id: bridge.id, execute: true });
    expect(done).toEqual({ stream: "EVENTS", result: "created" });
    await until(async () => expect(numbersIn(await nats.read("EVENTS"))).toEqual([7]));
    const again = await ok("jetstream.bridges.provision", { id: bridge.id, execute: true });
    expect(again.result).toBe("unchanged");
  });

  it("publishes a test event on request", async () => {
    const nats = await startNats();
    const { ok, id } = await openBridge(nats.url);
    expect((await ok("jetstream.bridges.send-test", { id })).dryRun).toBe(true);
    const done = await ok("jetstream.bridges.send-test", { id, execute: true });
    expect(done).toEqual({ subject: "postern.events.jetstream.bridge.tested", stream: "EVENTS", sequence: 1 });
  });

  it("answers 503 with the reason if a server cannot be reached", async () => {
    const { admin, ok } = await openGateway();
    const server = "nats://127.0.0.1:9";
    const input = { label: "None", servers: [server], stream: "EVENTS", types: ["bells.**"] };
    const { bridge } = await ok("jetstream.bridges.create", input);
    const { status, body } = await admin.post("jetstream.bridges.send-test", { id: bridge.id, execute: true });
    expect([status, body.code]).toEqual([503, "jetstream.server_failed"]);
    expect(body.detail).toContain("connection refused");
  });
});

describe.skipIf(!has("nats-server"))("a bridge whose events were deleted from the journal", () => {
  it("continues after them, and shows which are missing", async () => {
    const nats = await startNats();
    const { ok, id, show, host } = await openBridge(nats.url);
    await ok("bells.ring", { n: 0 });
    await until(async () => expect((await show()).bridge.published).toBe(1));
    await ok("jetstream.bridges.disable", { id });
    await ok("bells.ring", { n: 1 });
    await until(async () => expect((await host().store.get(runs, id))?.until).toBe(0));
    // As if the event at the cursor existed no longer.
    await host().transact(async ({ store }) => {
      const cursor = await store.get(cursors, id);
      if (cursor) await store.put(cursors, { ...cursor, place: 9 });
    });
    await ok("jetstream.bridges.enable", { id });
    await until(async () =>
      expect((await show()).bridge).toMatchObject({ published: 2, gap: { after: expect.stringMatching(/\.9$/) } }),
    );
    expect(numbersIn(await nats.read("EVENTS"))).toEqual([0, 1]);
  });
});

describe.skipIf(!has("nats-server"))("a bridge whose server fails", () => {
  it("publishes each event again after the server was killed and started, and none is missing", async () => {
    const nats = await startNats();
    const { ok, show } = await openBridge(nats.url);
    await until(async () => expect((await show()).bridge.state).toBe("connected"));
    for (const at of range(3)) {
      await ok("bells.ring-many", { from: at * 2_000, count: 2_000 });
      if (at < 2) await until(async () => expect((await show()).bridge.published).toBeGreaterThan(at * 2_000));
      await nats.kill();
      await ok("bells.ring", { n: 100_000 + at });
      await nats.start();
    }
    await until(async () => expect((await show()).bridge.published).toBe(6_003));
    const messages = await nats.read("EVENTS");
    expect(new Set(messages.map(({ id }) => id)).size).toBe(6_003);
    const once = [...new Map(messages.map((message) => [message.id, message])).values()];
    expect(numbersIn(once).toSorted((a, b) => a - b)).toEqual([...range(6_000), 100_000, 100_001, 100_002]);
  });

  it("publishes again what a full stream refused, without another event", async () => {
    const nats = await startNats();
    const { ok, show } = await openBridge(nats.url);
    const { manager } = await nats.client();
    await manager.streams.update("EVENTS", { max_msgs: 2, discard: DiscardPolicy.New });
    await ok("bells.ring-many", { from: 0, count: 5 });
    await until(async () => expect((await show()).bridge.lastError?.message).toBe("maximum messages exceeded"));
    await manager.streams.update("EVENTS", { max_msgs: -1 });
    await until(async () => expect((await show()).bridge.published).toBe(5));
    expect(numbersIn(await nats.read("EVENTS"))).toEqual(range(5));
  });

  it("waits for a server that does not answer, with a limited number of messages", async () => {
    const nats = await startNats();
    const between = await relay(nats.port);
    const { ok, show } = await openBridge(`nats://127.0.0.1:${between.port}`);
    await until(async () => expect((await show()).bridge.state).toBe("connected"));
    between.silence();
    await ok("bells.ring-many", { from: 0, count: 5_000 });
    expect((await show()).lag).toBe(1_000);
    await until(async () =>
      expect((await show()).bridge.lastError?.message).toBe("The server did not answer in time."),
    );
    between.cut();
    between.speak();
    await until(async () => expect((await show()).bridge.published).toBe(5_000));
    const messages = await nats.read("EVENTS");
    expect(new Set(numbersIn(messages)).size).toBe(5_000);
    await between.stop();
  });
});
