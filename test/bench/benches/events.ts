import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { Effort } from "../harness/comparison.ts";
import { halves, on } from "../harness/cores.ts";
import { serverFile } from "../harness/files.ts";
import { undisturbed } from "../harness/others.ts";
import { announce, printFindings } from "../harness/report.ts";
import { type Running, start } from "../harness/server.ts";
import { sized } from "../harness/size.ts";

interface Seen {
  lost: number;
  doubled: number;
  p50: number;
  p99: number;
  most: number;
  rate: number;
}

const READERS = 100;
const A_SECOND = 1_000;
const BATCH = 10;

/** Many readers of one stream of events, with one among them that does not read; and how fast history is read again. */
export async function events({ rounds, seconds }: Effort): Promise<void> {
  const long = Math.max(seconds, sized(30, 1));
  announce(`events: ${READERS} readers, ${A_SECOND} events/s for ${long} s, without and with one that does not read`);
  const server = await start({ name: "ticks", server: "ticks" }, halves.servers);
  const memory: number[] = [];
  const samples: Record<"all read" | "one is stuck", Seen[]> = { "all read": [], "one is stuck": [] };
  try {
    for (let round = 0; round < Math.min(rounds, 2); round++) {
      for (const [name, stuck] of [
        ["all read", 0],
        ["one is stuck", 1],
      ] as const) {
        samples[name].push(await undisturbed(`a run where ${name}`, () => fanOut(server, long, stuck)));
        memory.push(residentOf(server));
      }
    }
  } finally {
    await server.stop();
  }
  for (const [name, seen] of Object.entries(samples)) {
    printFindings([
      { what: `${name}: lost`, values: seen.map(({ lost }) => lost), goal: { atMost: 0 } },
      { what: `${name}: doubled`, values: seen.map(({ doubled }) => doubled), goal: { atMost: 0 } },
      { what: `${name}: p50`, values: seen.map(({ p50 }) => p50), unit: "ms" },
      { what: `${name}: p99`, values: seen.map(({ p99 }) => p99), unit: "ms", goal: { atMost: 100 } },
    ]);
  }
  const [first = 1] = memory;
  const growth = memory.map((mib) => mib / first);
  printFindings([
    { what: "server, anonymous memory", values: memory, unit: "MiB" },
    { what: "last run : first run", values: [growth.at(-1) ?? 1], goal: { atMost: 1.2 } },
  ]);
  await replay(rounds);
}

async function replay(rounds: number): Promise<void> {
  const count = String(sized(100_000, 1_000));
  announce(`replay: ${count} events by cursor, over one stream`);
  const server = await start({ name: "ticks", server: "ticks", env: { FILL: count } }, halves.servers);
  const rates: number[] = [];
  try {
    for (let round = 0; round < rounds; round++) {
      const { ended } = follow(server, { READERS: "1", EXPECT: count, AFTER: "0.0" });
      rates.push((await ended).rate);
    }
  } finally {
    await server.stop();
  }
  printFindings([{ what: "events a second", values: rates.map(Math.round), goal: { atLeast: 20_000 } }]);
}

async function fanOut(server: Running, seconds: number, stuck: number): Promise<Seen> {
  const expect = String(seconds * A_SECOND);
  const limit = String(seconds * 1_000 + 20_000);
  const env = { EXPECT: expect, LIMIT_MS: limit };
  const followers = [
    follow(server, { ...env, READERS: String(READERS / 2), STUCK: String(stuck) }),
    follow(server, { ...env, READERS: String(READERS / 2) }),
  ];
  await Promise.all(followers.map(({ ready }) => ready));
  await produce(server, seconds);
  const [one, two] = (await Promise.all(followers.map(({ ended }) => ended))) as [Seen, Seen];
  return {
    lost: one.lost + two.lost,
    doubled: one.doubled + two.doubled,
    p50: Math.max(one.p50, two.p50),
    p99: Math.max(one.p99, two.p99),
    most: Math.max(one.most, two.most),
    rate: one.rate + two.rate,
  };
}

/** Commands that tell of ten ticks each, evenly over the time. */
async function produce({ processes: [process] }: Running, seconds: number): Promise<void> {
  const { port, token } = process as { port: number; token: string };
  const count = (seconds * A_SECOND) / BATCH;
  const began = performance.now();
  const asked: Promise<unknown>[] = [];
  for (let n = 0; n < count; n++) {
    const due = began + (n * 1_000 * BATCH) / A_SECOND - performance.now();
    if (due > 0) await pause(due);
    asked.push(
      fetch(`http://127.0.0.1:${port}/api/v1/ticks/tell`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify({ count: String(BATCH) }),
      }).then((response) => response.arrayBuffer()),
    );
  }
  await Promise.all(asked);
}

function follow({ processes: [process_] }: Running, env: Record<string, string>) {
  const { port, token } = process_ as { port: number; token: string };
  const [command, args] = on(halves.load, process.execPath, [serverFile("followers")]);
  const child = spawn(command, args, {
    env: { ...process.env, NODE_ENV: "production", PORT: String(port), TOKEN: token, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ready = once(createInterface(child.stderr), "line");
  const ended = (async () => {
    let last = "";
    for await (const line of createInterface(child.stdout)) last = line;
    if (!last) throw new Error("The readers of the stream ended without a word of what they saw");
    return JSON.parse(last) as Seen;
  })();
  return { ready, ended };
}

/** In MiB: without the pages of the store that are mapped. */
function residentOf({ processes: [process_] }: Running): number {
  const status = readFileSync(`/proc/${process_?.pid}/status`, "utf8");
  return Math.round(Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024);
}
