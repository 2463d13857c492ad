import { mkdirSync, rmSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { type Cluster, startCluster } from "../storage-drivers/postgres/cluster.ts";
import { checkAll } from "./checks/all.ts";
import type { Violation } from "./checks/violation.ts";
import { type Client, type ClientSetting, createClient } from "./client.ts";
import { readDatabase } from "./database.ts";
import { type Figures, figuresOf } from "./figures.ts";
import { type FinalState, type JournalEvent, readEvents, readFinalState } from "./final.ts";
import { createGateway, type Gateway } from "./gateways.ts";
import { type Chain, keep, newHistory } from "./history.ts";
import { type Nemesis, runFaults } from "./nemesis.ts";
import { planFaults } from "./plan.ts";
import { createRandom } from "./random.ts";
import { followStream } from "./stream.ts";
import { runClients } from "./workloads/loops.ts";
import { prepareStage } from "./workloads/stage.ts";

export interface RunOptions {
  readonly seed: number;
  readonly faults: number;
  readonly durationMs: number;
  /** For the logs and data folders of the gateways. */
  readonly folder: string;
  /** Receives what the run does. */
  readonly log?: (text: string) => void;
}

export interface Report {
  readonly figures: Figures;
  readonly violations: readonly Violation[];
  /** The faults as they happened. */
  readonly faults: readonly string[];
}

const GATEWAYS = 3;
/** How long calls and streams may take to complete after the last fault, in milliseconds. */
const RECOVERY = 90_000;

/** Runs clients, faults and checks. Everything is stopped afterwards. */
export async function run(options: RunOptions): Promise<Report> {
  rmSync(options.folder, { recursive: true, force: true, maxRetries: 5 });
  mkdirSync(options.folder, { recursive: true });
  const cluster = await startCluster();
  const gateways: Gateway[] = [];
  const stopped = new AbortController();
  try {
    const database = cluster.database();
    for (let index = 0; index < GATEWAYS; index++) gateways.push(await createGateway(index, options.folder, database));
    return await runOn(options, cluster, new URL(database).pathname.slice(1), gateways, stopped);
  } finally {
    stopped.abort();
    await Promise.all(gateways.map((gateway) => gateway.stop()));
    await cluster.stop();
  }
}

async function runOn(
  { seed, faults, durationMs, log = () => {} }: RunOptions,
  cluster: Cluster,
  database: string,
  gateways: readonly Gateway[],
  stopped: AbortController,
): Promise<Report> {
  const random = createRandom(seed);
  const plan = planFaults(random.fork("faults"), faults, durationMs, GATEWAYS);
  const key = await join(gateways);
  const history = newHistory();
  const callsEnd = new AbortController();
  const setting: ClientSetting = { gateways, key, history, signal: callsEnd.signal };
  const observer = createClient(setting, "observer", "observer", random.fork("observer"));
  const stage = await prepareStage(observer);

  const names = new Map<string, string>();
  const follow = (_: Gateway, at: number) => {
    const chain: Chain = { reader: `stream-${at}`, after: "0.0", ids: [], gaps: [], connections: 0 };
    history.chains.push(chain);
    return followStream({ ...setting, signal: stopped.signal }, chain, random.fork(chain.reader), names);
  };
  const streams = gateways.map(follow);
  log("The gateways are ready");
  const nemesis: Nemesis = { counts: new Map(), log: [], failures: [] };
  let isOver = false;
  const clients = runClients(setting, stage, random, () => isOver);
  const begun = performance.now();
  await runFaults(plan, gateways, cluster, nemesis);
  const ended = performance.now();
  isOver = true;
  log("The faults are over");
  for (const { link } of gateways) link.heal();
  const limit = setTimeout(() => callsEnd.abort(), RECOVERY);
  await clients;
  clearTimeout(limit);
  log("All calls are answered");

  const reader = createClient({ ...setting, signal: stopped.signal }, "final", "final", random.fork("final"));
  const events = await caughtUp(reader, history.chains);
  log("The streams have received all events");
  const states: FinalState[] = [];
  const unanswered = nemesis.failures;
  const readAll = async (from: readonly Gateway[]): Promise<void> => {
    for (const { index } of from) {
      try {
        states.push(await readFinalState(reader, index, stage));
      } catch (error) {
        unanswered.push((error as Error).message);
      }
    }
  };
  await readAll(gateways);
  log("The gateways are restarted");
  await Promise.all(gateways.map((gateway) => gateway.kill()));
  const started = await Promise.allSettled(gateways.map((gateway) => gateway.start()));
  for (const one of started) if (one.status === "rejected") unanswered.push(String(one.reason));
  await readAll(gateways.filter((_, at) => started[at]?.status === "fulfilled"));
  stopped.abort();
  await Promise.all(streams);
  // The gateways report to each other that the others were killed for the restart: one reader sees it, another not yet.
  const isKnown = notAfter(events.at(-1)?.id);
  for (const { ids } of history.chains) keep(ids, isKnown);
  const known = <T extends { readonly eventIds: readonly string[] }>(found: T): T => ({
    ...found,
    eventIds: found.eventIds.filter(isKnown),
  });
  const found = { states: states.map(known), database: known(readDatabase(cluster, database)) };
  return {
    figures: figuresOf(seed, history, nemesis, begun, ended),
    violations: checkAll({ stage, history, unanswered, events, ...found }),
    faults: nemesis.log,
  };
}

/** Whether an event is this one or an earlier one. */
function notAfter(last = "0.0"): (id: string) => boolean {
  const [number = 0, place = 0] = last.split(".").map(Number);
  return (id) => {
    const [itsNumber = 0, itsPlace = 0] = id.split(".").map(Number);
    return itsNumber < number || (itsNumber === number && itsPlace <= place);
  };
}

/** Creates the store and its admin key with the first gateway, and starts all of them. */
async function join(gateways: readonly Gateway[]): Promise<string> {
  const [first, ...others] = gateways as [Gateway, ...Gateway[]];
  const { key } = JSON.parse(await first.run("init", "--json")) as { key: string };
  for (const gateway of others) await gateway.run("init", "--json");
  await Promise.all(gateways.map((gateway) => gateway.start()));
  return key;
}

/** All events, when the readers of the stream have received them or have had enough time to. */
async function caughtUp(reader: Client, chains: readonly Chain[]): Promise<JournalEvent[]> {
  for (const until = performance.now() + RECOVERY; ; await pause(500)) {
    const events = await readEvents(reader);
    const last = events.at(-1)?.id;
    if (performance.now() > until || chains.every(({ ids }) => ids.at(-1) === last)) return events;
  }
}
