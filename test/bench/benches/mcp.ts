import type { Effort } from "../harness/comparison.ts";
import { halves } from "../harness/cores.ts";
import { load } from "../harness/load.ts";
import { runProgram } from "../harness/program.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { interleave, ratios } from "../harness/rounds.ts";
import { type Running, start } from "../harness/server.ts";

interface Figures {
  readonly operations: number;
  /** Milliseconds. */
  readonly first: number;
  readonly next: number;
}

const HTTP = "over HTTP";
const MCP = "by MCP";

/** The same query as a tool and over HTTP, and the list of all tools. */
export async function mcp({ rounds, seconds }: Effort): Promise<void> {
  announce("mcp: one record by its id from 64 connections, as a tool and over HTTP; the list of all tools");
  const servers: Running[] = [];
  try {
    servers.push(await start({ name: HTTP, server: "gateway-query" }, halves.servers));
    servers.push(await start({ name: MCP, server: "gateway-mcp" }, halves.servers));
    const [http, tools] = servers as [Running, Running];
    const given = { cores: halves, connections: 64 };
    const measures = new Map([
      [HTTP, (seconds: number) => load(http, { script: "bodies", seconds, ...given })],
      [MCP, (seconds: number) => load(tools, { script: "mcp", seconds, ...given })],
    ]);
    for (const measure of measures.values()) await measure(Math.min(3, seconds));
    const samples = await interleave(measures, rounds, seconds);
    printSamples(samples);
    const values = ratios(samples, MCP, HTTP, ({ rate }) => rate);
    printFindings([{ what: "tools/call : the same query over HTTP", values, goal: { atLeast: 0.4 } }]);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
  const found: Figures[] = [];
  for (let round = 0; round < rounds; round++) found.push(await runProgram<Figures>("mcp-list", halves.servers, {}));
  printFindings([
    { what: "operations in the list", values: found.map(({ operations }) => operations) },
    { what: "tools/list, first of a process", values: found.map(({ first }) => first), unit: "ms" },
    { what: "  the next ones", values: found.map(({ next }) => next), unit: "ms", goal: { atMost: 10 } },
  ]);
}
