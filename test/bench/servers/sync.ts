/**
 * Two gateways in two processes: the other one has RECORDS tasks, which this one fetches, and is sent a tenth as many.
 * Tells how long that took, how long nobody else got a turn meanwhile, and what both cost when nothing happens.
 */
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { createGateway } from "@postern/core";
import { listen } from "@postern/core/server";
import credentials from "@postern/credentials";
import lmdb from "@postern/storage-lmdb";
import sync from "@postern/sync";
import tasks from "@postern/tasks";
import { sized } from "../harness/size.ts";
import { folder } from "./ready.ts";

const RECORDS = Number(process.env.RECORDS);
const IDLE = sized(20_000, 500);
const isOther = process.send !== undefined;
const own = join(folder, isOther ? "there" : "here");
const vault = { folder: join(own, "vault"), keys: join(own, "keys") };
const gateway = createGateway({
  plugins: [credentials({ backend: "vault", vault }), sync(), tasks()],
  blobs: "memory",
  storage: lmdb({ path: join(own, "store") }),
});
if (isOther) await answer();
else await measure();

async function fill(count: number, of: string): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < count) await gateway.call("tasks.create", { title: `Task ${next++} of ${of}`, tags: ["bench"] });
  };
  await Promise.all(Array.from({ length: 256 }, caller));
}

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function looked(): Promise<number> {
  const begin = performance.now();
  await gateway.call("sync.enable", {});
  for (;;) {
    const { domains } = await gateway.call("sync.domains.list", {});
    if (domains.every(({ scanning }) => !scanning)) return performance.now() - begin;
    await pause(50);
  }
}

/** The other one: filled, and then asked what it costs and has. */
async function answer(): Promise<void> {
  const door = await listen(gateway, { port: 0 });
  await fill(RECORDS, "there");
  const scanMs = await looked();
  const { key } = await gateway.keys.issue({ label: "bench", scopes: ["sync:exchange"] });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  process.on("message", async (what) => {
    if (what === "state") {
      process.send?.({ cpu: cpu(), pauseMs: delay.max / 1e6 });
      return;
    }
    await door.close({ grace: 0 });
    process.exit(0);
  });
  process.send?.({ url: door.url, key, scanMs });
}

async function measure(): Promise<void> {
  const other = fork(process.argv[1] as string, [], { env: process.env });
  const { url, key, scanMs } = await told<{ url: string; key: string; scanMs: number }>(other);
  await gateway.start();
  await gateway.call("credentials.connections.create", { provider: "postern", connection: "other", secret: key });
  await gateway.call("sync.enable", {});
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  let begin = performance.now();
  await gateway.call("sync.link", { consoleUrl: url, connection: "other" }, { execute: true });
  while (((await gateway.call("sync.status", {})).inbox.applied ?? 0) < RECORDS) await pause(100);
  const pullMs = performance.now() - begin;
  await settled();
  const pauseMs = delay.max / 1e6;

  begin = performance.now();
  await fill(RECORDS / 10, "here");
  const fillMs = performance.now() - begin;
  while (((await gateway.call("sync.status", {})).outbox.acked ?? 0) < RECORDS / 10) await pause(50);
  const pushMs = performance.now() - begin;
  await settled();
  await pause(1_000);
  const before = { here: cpu(), there: (await stateOf(other)).cpu };
  await pause(IDLE);
  const after = { here: cpu(), there: (await stateOf(other)).cpu };
  const { pauseMs: pauseThereMs } = await stateOf(other);
  other.send("end");
  await gateway.stop();
  const figures = {
    scan: (RECORDS / scanMs) * 1_000,
    pull: (RECORDS / pullMs) * 1_000,
    push: (RECORDS / 10 / pushMs) * 1_000,
    fillMs,
    pauseMs,
    pauseThereMs,
    idleHere: after.here - before.here,
    idleThere: after.there - before.there,
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
  process.exit(0);
}

async function settled(): Promise<void> {
  for (;;) {
    const { inbox, outbox } = await gateway.call("sync.status", {});
    if (inbox.pending + outbox.pending + inbox.failed + outbox.failed === 0) return;
    await pause(50);
  }
}

function stateOf(other: ChildProcess): Promise<{ cpu: number; pauseMs: number }> {
  other.send("state");
  return told(other);
}

function told<T>(other: ChildProcess): Promise<T> {
  return new Promise((resolve) => other.once("message", (message) => resolve(message as T)));
}
