import { jetstream as jetstreamOf } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import lmdb from "@postern/storage-lmdb";
import { describe, expect, it, onTestFinished } from "vitest";
import { has } from "../../run/programs.ts";
import { until } from "../../run/until.ts";
import { folder } from "../../storage-drivers/folder.ts";
import { start } from "../../storage-drivers/processes/spawn.ts";
import { openGateway } from "./gateway.ts";
import { type NatsServer, type Read, startNats } from "./nats.ts";

const server = new URL("./processes/server.mjs", import.meta.url).href;
const NANOSECONDS = 1_000_000;

const numberOf = ({ text }: Read): number => JSON.parse(text).data.n;
const range = (count: number) => Array.from({ length: count }, (_, at) => at);

/** A process that serves the store and is killed after the test. */
async function serve(path: string) {
  const child = start(server, path);
  onTestFinished(() => child.kill());
  await child.waitForLines(1);
  return child;
}

/** A store with a bridge, which this process writes to and other processes serve. */
async function openStore(nats: NatsServer) {
  const path = folder();
  const desk = await openGateway({ storage: lmdb({ path }), background: false });
  const { bridge } = await desk.ok("jetstream.bridges.create", {
    ...{ label: "Bells", servers: [nats.url], stream: "EVENTS", types: ["bells.**"] },
  });
  await desk.ok("jetstream.bridges.provision", { id: bridge.id, execute: true });
  const { manager } = await nats.client();
  // The server recognizes almost no duplicates, so that only the ids count.
  await manager.streams.update("EVENTS", { duplicate_window: 100 * NANOSECONDS });
  const show = async () => desk.ok("jetstream.bridges.show", { id: bridge.id });
  return { ...desk, path, show };
}

/** The messages without those whose id came before: what a consumer sees that recognizes duplicates. */
const distinct = (messages: readonly Read[]): Read[] =>
  [...new Map([...messages].reverse().map((message) => [message.id, message])).values()].reverse();

async function storedIn(nats: NatsServer): Promise<number> {
  const { connection, manager } = await nats.client();
  const { state } = await manager.streams.info("EVENTS");
  await connection.close();
  return state.messages;
}

describe.skipIf(!has("nats-server"))("a gateway that is killed while it publishes", () => {
  it("loses no event, and publishes none twice to a consumer that knows the ids", async () => {
    const nats = await startNats();
    const { ok, path, show } = await openStore(nats);
    const total = 20_000;
    for (const at of range(20)) await ok("bells.ring-many", { from: at * 1_000, count: 1_000 });
    for (const kill of range(5)) {
      const child = await serve(path);
      await until(async () => expect(await storedIn(nats)).toBeGreaterThan(kill * 2_500 + 100));
      child.kill();
      await child.ended;
      expect((await show()).bridge.published).toBeLessThan(total);
    }
    const last = await serve(path);
    await until(async () => expect(await show()).toMatchObject({ lag: 0, bridge: { published: total } }));
    last.release();
    expect(await last.ended).toBe(0);
    const messages = await nats.read("EVENTS");
    expect(messages.length).toBeGreaterThan(total);
    expect(distinct(messages).map(numberOf)).toEqual(range(total));
    expect((await show()).bridge.state).toBe("idle");
  });

  it("loses no event when the server is killed too", async () => {
    const nats = await startNats();
    const { ok, path, show } = await openStore(nats);
    const total = 10_000;
    for (const at of range(10)) await ok("bells.ring-many", { from: at * 1_000, count: 1_000 });
    for (const kill of range(4)) {
      const child = await serve(path);
      await until(async () => expect(await storedIn(nats)).toBeGreaterThan(kill * 1_500 + 100));
      await nats.kill();
      if (kill % 2 === 0) child.kill();
      await nats.start();
      child.kill();
      await child.ended;
    }
    await serve(path);
    await until(async () => expect((await show()).bridge.published).toBe(total));
    expect(
      distinct(await nats.read("EVENTS"))
        .map(numberOf)
        .toSorted((a, b) => a - b),
    ).toEqual(range(total));
  });
});

describe.skipIf(!has("nats-server"))("several processes on one store", () => {
  it("publish each event once, and one continues when another is killed", async () => {
    const nats = await startNats();
    const { ok, path, show } = await openStore(nats);
    const [first, second] = [await serve(path), await serve(path)];
    await until(async () => expect((await show()).bridge.state).toBe("connected"));
    await ok("bells.ring-many", { from: 0, count: 3_000 });
    await until(async () => expect((await show()).bridge.published).toBe(3_000));
    expect(await nats.read("EVENTS")).toHaveLength(3_000);
    first.kill();
    await first.ended;
    await ok("bells.ring-many", { from: 3_000, count: 1_000 });
    await until(async () => expect((await show()).bridge.published).toBe(4_000));
    expect(distinct(await nats.read("EVENTS")).map(numberOf)).toEqual(range(4_000));
    second.release();
    expect(await second.ended).toBe(0);
  });
});

describe.skipIf(!has("nats-server"))("a gateway that is killed while it executes commands", () => {
  it("executes each command once and answers each", async () => {
    const nats = await startNats();
    const { ok, path, show } = await openStore(nats);
    const { consumer } = await ok("jetstream.consumers.create", {
      ...{ label: "Commands", servers: [nats.url], stream: "COMMANDS", filter: "postern.commands.>" },
      ...{ operations: ["bells.ring"], maxDeliver: 100, maxInFlight: 8 },
    });
    await ok("jetstream.consumers.provision", { id: consumer.id, execute: true });
    const { connection, manager } = await nats.client();
    // What a killed process had begun is delivered again soon.
    await manager.consumers.update("COMMANDS", "postern", { ack_wait: 2_000 * NANOSECONDS });
    const answers = new Map<string, string>();
    connection.subscribe("_INBOX.kill", {
      callback: (_error, message) => void answers.set(message.json<{ id: string }>().id, message.string()),
    });
    const count = 600;
    for (const n of range(count)) {
      const header = headers();
      header.set("Postern-Reply-To", "_INBOX.kill");
      const body = JSON.stringify({ operation: "bells.ring", input: { n } });
      await jetstreamOf(connection).publish("postern.commands.ring", body, { msgID: `ring-${n}`, headers: header });
    }
    for (const kill of range(4)) {
      const child = await serve(path);
      await until(() => expect(answers.size).toBeGreaterThan(kill * 100 + 20));
      child.kill();
      await child.ended;
    }
    expect(answers.size).toBeLessThan(count);
    await serve(path);
    await until(() => expect(answers.size).toBe(count));
    for (const n of range(count))
      expect(JSON.parse(answers.get(`ring-${n}`) ?? "{}")).toEqual({ id: `ring-${n}`, status: "done", output: { n } });
    await until(async () => expect((await show()).lag).toBe(0));
    const rung = distinct(await nats.read("EVENTS")).map(numberOf);
    expect(rung.toSorted((a, b) => a - b)).toEqual(range(count));
  });
});
