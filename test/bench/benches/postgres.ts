import { startCluster } from "../../storage-drivers/postgres/cluster.ts";
import { compare, type Effort } from "../harness/comparison.ts";
import { mostForServers } from "../harness/cores.ts";
import { announce, printFindings, printSamples } from "../harness/report.ts";
import { ratios } from "../harness/rounds.ts";
import { probe } from "./create.ts";

/** Durable messages on PostgreSQL: against LMDB, against one transaction a request, and by several gateways. */
export async function postgres(effort: Effort): Promise<void> {
  announce("postgres: chats.messages.create on one PostgreSQL server, fsync on, 64 connections to each gateway");
  const cluster = await startCluster(["max_connections=100"]);
  const on = (processes: number) => ({
    server: "gateway-create",
    processes,
    connections: 64 * processes,
    env: { STORE: cluster.database() },
  });
  try {
    const rounds = await compare({
      ...effort,
      contestants: [
        { name: "lmdb", server: "gateway-create" },
        { name: "one gateway", ...on(1) },
        { name: "two gateways", ...on(2) },
        { name: "four gateways", ...on(4) },
        { name: "fastify + pg", server: "fastify-pg", env: { STORE: cluster.database() } },
      ],
      script: "create",
      probe,
      cores: mostForServers,
    });
    printSamples(rounds);
    const against = (one: string, other: string) => ratios(rounds, one, other, ({ rate }) => rate);
    printFindings([
      { what: "one gateway : lmdb", values: against("one gateway", "lmdb"), goal: { atLeast: 0.5 } },
      { what: "one gateway : fastify + pg", values: against("one gateway", "fastify + pg"), goal: { atLeast: 2 } },
      { what: "two gateways : one", values: against("two gateways", "one gateway"), goal: { atLeast: 1 } },
      { what: "four gateways : one", values: against("four gateways", "one gateway"), goal: { atLeast: 1 } },
    ]);
  } finally {
    await cluster.stop();
  }
}
