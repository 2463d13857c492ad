import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { load } from "../harness/load.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { interleave, ratios } from "../harness/rounds.ts";
import { type Running, start } from "../harness/server.ts";

/** What the program that sends batches reports. */
interface Sent {
  rate: number;
  errors: number;
}

const SINGLE = "single calls";
const LINES = "batch of create";
const MANY = "batch of create-many";

/** Durable messages through the batch route, one or a hundred to a line, against single calls. Rates are messages a second. */
export async function batch({ rounds, seconds }: Effort): Promise<void> {
  announce("batch: durable messages into 1,000 chats: single calls of 64 connections, and one request of many calls");
  const servers: Running[] = [];
  let runs = 0;
  const sendTo = async (server: Running, many: number, seconds: number) => {
    const [ready] = server.processes;
    if (!ready) throw new Error("The server has no process");
    const { rate, errors } = await runProgram<Sent>("batch-load", halves.load, {
      ...{ PORT: String(ready.port), TOKEN: ready.token, CHATS: String(ready.chats) },
      ...{ SECONDS: String(seconds), MANY: String(many), RUN: `batch${++runs}` },
    });
    return { rate, errors, p50: 0, p99: 0 };
  };
  try {
    for (const name of [SINGLE, LINES, MANY])
      servers.push(await start({ name, server: "gateway-create" }, halves.servers));
    const [single, lines, many] = servers as [Running, Running, Running];
    const measures = new Map([
      [SINGLE, (seconds: number) => load(single, { script: "create", seconds, cores: halves, connections: 64 })],
      [LINES, (seconds: number) => sendTo(lines, 1, seconds)],
      [MANY, (seconds: number) => sendTo(many, 100, seconds)],
    ]);
    for (const measure of measures.values()) await measure(Math.min(3, seconds));
    const samples = await interleave(measures, rounds, seconds);
    printSamples(samples);
    const against = (name: string) => ratios(samples, name, SINGLE, ({ rate }) => rate);
    printFindings([
      { what: "batch of create : single calls", values: against(LINES), goal: { atLeast: 8 } },
      { what: "batch of create-many : single calls", values: against(MANY), goal: { atLeast: 8 } },
    ]);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}
