import { setTimeout as pause } from "node:timers/promises";
import type { Cluster } from "../storage-drivers/postgres/cluster.ts";
import { killDatabase, terminateBackend, terminateReaders } from "./faults/database.ts";
import { cut, delay, silence } from "./faults/network.ts";
import { killGateway, moveClock, pauseGateway } from "./faults/processes.ts";
import type { Gateway } from "./gateways.ts";
import type { Fault } from "./plan.ts";

export interface Nemesis {
  /** How many faults of each kind have happened. */
  readonly counts: Map<string, number>;
  /** Each fault as it began and ended, for the log. */
  readonly log: string[];
  /** What did not come back after a fault. */
  readonly failures: string[];
}

/**
 * Lets the faults happen in the order of the plan, each without waiting for the ones before it. Resolves when all are
 * over.
 */
export async function runFaults(
  faults: readonly Fault[],
  gateways: readonly Gateway[],
  cluster: Cluster,
  nemesis: Nemesis,
): Promise<void> {
  const start = performance.now();
  const seconds = () => ((performance.now() - start) / 1_000).toFixed(2);
  const running: Promise<void>[] = [];
  for (const fault of faults) {
    await pause(Math.max(0, start + fault.at - performance.now()));
    running.push(run(fault));
  }
  await Promise.all(running);

  async function run(fault: Fault): Promise<void> {
    const text = `${fault.kind} ${fault.gateway} ${fault.amount}`;
    nemesis.log.push(`${seconds()} ${text}`);
    const happened = await apply(fault, gateways[fault.gateway] as Gateway, cluster).catch((error: Error) => {
      nemesis.failures.push(`${text}: ${error.message}`);
      return true;
    });
    nemesis.log.push(`${seconds()} ${text}: ${happened ? "over" : "had no effect"}`);
    if (happened) nemesis.counts.set(fault.kind, (nemesis.counts.get(fault.kind) ?? 0) + 1);
  }
}

function apply(fault: Fault, gateway: Gateway, cluster: Cluster): Promise<boolean> {
  switch (fault.kind) {
    case "cut before":
    case "cut after":
    case "cut half":
      return cut(gateway.link, fault.kind, fault);
    case "delay of requests":
      return delay(gateway.link, "request", fault);
    case "delay of answers":
      return delay(gateway.link, "answer", fault);
    case "silence":
      return silence(gateway.link, fault);
    case "terminated backend":
      return terminateBackend(cluster, fault);
    case "terminated readers":
      return terminateReaders(cluster, fault);
    case "pause":
      return pauseGateway(gateway, fault);
    case "killed gateway":
      return killGateway(gateway, fault);
    case "killed database":
      return killDatabase(cluster, fault);
    case "clock":
      return moveClock(gateway, fault);
  }
}
