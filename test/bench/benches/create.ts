import { compare, type Effort } from "../harness/comparison.ts";
import { mostForServers, pinned } from "../harness/cores.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { ratios } from "../harness/rounds.ts";
import { createPath } from "../servers/message.ts";

/** A message of its own for the probe, that no load sends. */
export const probe = (firstLine: (file: string) => string) => ({
  path: createPath,
  body: { actorId: "probe", chatId: firstLine("chats"), clientMessageId: "probe", content: "A probe" },
});

/** Durable messages: against a server that stores nothing, and against one committed SQL transaction a request. */
export async function create(effort: Effort): Promise<void> {
  announce("create: chats.messages.create, durable, 64 connections into 1,000 chats");
  const rounds = await compare({
    ...effort,
    contestants: [
      { name: "postern", server: "gateway-create" },
      { name: "node:http", server: "raw-create" },
      { name: "fastify + libsql", server: "fastify-libsql" },
    ],
    script: "create",
    probe,
  });
  printSamples(rounds);
  const against = (other: string) => ratios(rounds, "postern", other, ({ rate }) => rate);
  printFindings([
    { what: "postern : node:http", values: against("node:http"), goal: { atLeast: 0.3 } },
    { what: "postern : fastify + libsql", values: against("fastify + libsql"), goal: { atLeast: 5 } },
  ]);
}

/** One process against two on the same LMDB folder: both with three cores to run on, if there are four. */
export async function processes(effort: Effort): Promise<void> {
  announce("processes: the same, one process and two on one folder, 64 connections in all");
  const rounds = await compare({
    ...effort,
    contestants: [
      { name: "one process", server: "gateway-create" },
      { name: "two processes", server: "gateway-create", processes: 2 },
    ],
    script: "create",
    probe,
    cores: mostForServers,
  });
  printSamples(rounds);
  const values = ratios(rounds, "two processes", "one process", ({ rate }) => rate);
  printFindings([{ what: "two processes : one process", values, goal: { atLeast: pinned ? 1.3 : 1 } }]);
}

/** Everybody into one chat against the same into a thousand: what contention costs. */
export async function hot(effort: Effort): Promise<void> {
  announce("hot: the same, 64 connections into one chat and into 1,000 chats");
  const rounds = await compare({
    ...effort,
    contestants: [
      { name: "one chat", server: "gateway-create", load: { USED: "1" } },
      { name: "1,000 chats", server: "gateway-create" },
    ],
    script: "create",
    probe,
  });
  printSamples(rounds);
  const errors = (rounds.get("one chat") ?? []).map((sample) => sample.errors);
  printFindings([
    {
      what: "one chat : 1,000 chats",
      values: ratios(rounds, "one chat", "1,000 chats", ({ rate }) => rate),
      goal: { atLeast: 0.8 },
    },
    { what: "answers that were not 200", values: [errors.reduce((sum, count) => sum + count, 0)], goal: { atMost: 0 } },
  ]);
}
