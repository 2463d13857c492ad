/**
 * Measures how many events a second a bridge publishes to nats-server, from the journal on LMDB to the acknowledged
 * message, and the longest pause of the event loop meanwhile; and the same messages with nothing but the client.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, connect as dial } from "node:net";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { jetstreamManager, jetstream as jetstreamOf } from "@nats-io/jetstream";
import { connect, headers } from "@nats-io/transport-node";
import { createGateway, defineCommand, defineEvent, defineGroup, definePlugin, T } from "@postern/core";
import jetstream from "@postern/jetstream";
import lmdb from "@postern/storage-lmdb";
import { pathOf } from "../../run/programs.ts";
import { sized } from "../harness/size.ts";
import { folder } from "./ready.ts";

const EVENTS = sized(50_000, 100);
const OUTSTANDING = 512;
const TEXT = "about as long as a short message in a chat is";

const group = defineGroup("ticks", { title: "Ticks" });
const ticked = defineEvent("ticks.tick.counted", {
  summary: "A tick",
  data: T.Object({ n: T.Integer(), text: T.String() }),
});
const count = defineCommand(group, {
  id: "ticks.count",
  summary: "Count some ticks",
  input: T.Object({ from: T.Integer(), to: T.Integer() }),
  output: T.Object({}),
  plan: () => ({ summary: "Count some ticks" }),
  execute({ emit }, _plan, { from, to }) {
    for (let n = from; n < to; n++) emit(ticked, { n, text: TEXT });
    return {};
  },
});
const ticks = definePlugin(group, { version: "1.0.0", operations: [count], events: [ticked] });

const server = await startServer();
const gateway = createGateway({
  plugins: [ticks(), jetstream()],
  blobs: "memory",
  storage: lmdb({ path: join(folder, "store") }),
});
try {
  const bridged = await timeBridge();
  const bare = await timeClient();
  process.stdout.write(`${JSON.stringify({ ...bridged, bare })}\n`);
} finally {
  await gateway.stop();
  server.child.kill("SIGKILL");
}

async function startServer() {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  probe.close();
  const args = ["-js", "-sd", join(folder, "nats"), "-a", "127.0.0.1", "-p", String(port)];
  const child = spawn(pathOf("nats-server"), args, { stdio: "ignore" });
  for (;;) {
    const socket = dial(port, "127.0.0.1");
    const isOpen = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return { child, url: `nats://127.0.0.1:${port}` };
    await pause(50);
  }
}

/** The journal is filled first, so that only the bridge is measured. */
async function timeBridge(): Promise<{ rate: number; pause: number }> {
  await gateway.start();
  const { bridge } = await gateway.call("jetstream.bridges.create", {
    ...{ label: "Bench", servers: [server.url], stream: "BRIDGED", subject: "bridged.{type}", types: ["ticks.**"] },
  });
  const { id } = bridge;
  await gateway.call("jetstream.bridges.provision", { id }, { execute: true });
  await gateway.call("jetstream.bridges.disable", { id });
  for (let from = 0; from < EVENTS; from += 10)
    await gateway.call("ticks.count", { from, to: Math.min(EVENTS, from + 10) });
  const delays = monitorEventLoopDelay({ resolution: 5 });
  const { connection, manager } = await openClient();
  await gateway.call("jetstream.bridges.enable", { id });
  const stored = async () => (await manager.streams.info("BRIDGED")).state.messages;
  while ((await stored()) === 0) await pause(1);
  const begun = await stored();
  const began = performance.now();
  delays.enable();
  while ((await stored()) < EVENTS) await pause(5);
  const seconds = (performance.now() - began) / 1_000;
  delays.disable();
  await connection.close();
  return { rate: (EVENTS - begun) / seconds, pause: delays.max / 1e6 };
}

/** The same number of messages of the same size, from memory. */
async function timeClient(): Promise<number> {
  const { connection, manager } = await openClient();
  await manager.streams.add({ name: "BARE", subjects: ["bare.>"] });
  const client = jetstreamOf(connection);
  const running = new Set<Promise<unknown>>();
  const began = performance.now();
  for (let n = 0; n < EVENTS; n++) {
    const event = {
      ...{ specversion: "1.0", id: `${n}.1`, source: "//gw_0123456789abcdef01234567/ticks", type: ticked.type },
      ...{ time: new Date().toISOString(), datacontenttype: "application/json", actor: "ctx_local" },
      data: { n, text: TEXT },
    };
    const header = headers();
    header.set("content-type", "application/cloudevents+json");
    const work = client.publish(`bare.${ticked.type}`, JSON.stringify(event), { msgID: event.id, headers: header });
    running.add(work);
    void work.finally(() => running.delete(work));
    if (running.size >= OUTSTANDING) await Promise.race(running);
  }
  await Promise.all(running);
  const rate = EVENTS / ((performance.now() - began) / 1_000);
  await connection.close();
  return rate;
}

async function openClient() {
  const connection = await connect({ servers: server.url, noAsyncTraces: true });
  return { connection, manager: await jetstreamManager(connection) };
}
