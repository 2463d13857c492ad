import { compare, type Effort } from "../harness/comparison.ts";
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
      { name: "node:http", server: "raw-create" },
      { name: "fastify + libsql", server: "fastify-libsql" },
    ],
    script: "create",
    probe,
  });
  printSamples(rounds);
  printFindings([
    {
      what: "fastify + libsql : node:http",
      values: ratios(rounds, "fastify + libsql", "node:http", ({ rate }) => rate),
    },
  ]);
}
