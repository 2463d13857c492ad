import { randomUUID } from "node:crypto";
import type { PluginContext, Worker } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { processMark, processStatus } from "@postern/core/process";
import { scanRecords } from "@postern/kit/paging";
import { createKnown, LEASE, RENEW_EVERY } from "@postern/kit/queue";
import { NO_OWNER, type RunnerRecord, runners, sessions } from "../collections.ts";
import type { group, State } from "../group.ts";
import { createLiveSession, type LiveSession } from "./live-session.ts";
import { endOrphan, endOrphansHere } from "./orphans.ts";
import { recordEnd } from "./record-end.ts";
import { createSlots } from "./slots.ts";

const MAX_SLEEP = 1_000;
const PAGE_SIZE = 100;

/** Runs agents in every serving process. Each session is owned by one process at a time. */
export const runAgents: Worker<readonly []> = {
  name: "agentx.runner",
  operations: [],
  events: [],
  start: (host) => startRunner(host as PluginContext<typeof group>),
  held: ({ state }) => (state as State).sessions(),
  state: async ({ store }) => ({
    name: "agentx.runner",
    waiting: await store.count(sessions, { by: "byAttention" }),
    running: await store.count(sessions, { by: "byOwner" }),
    dead: 0,
  }),
};

function startRunner(host: PluginContext<typeof group>): () => Promise<void> {
  const runner = randomUUID();
  const { agents, processes } = host.config;
  const hasAgents = Object.keys(agents).length > 0;
  host.state.isRunner = hasAgents;
  const liveSessions = new Map<string, LiveSession>();
  host.state.sessions = () => liveSessions.size;
  const slots = createSlots(processes, freeSlot);
  const own = processMark();
  const machine = host.services.gateway.host;
  let isStopping = false;
  let lastRenewal = Number.NEGATIVE_INFINITY;
  /** The last lease seen of each other runner, and when it was first seen by the monotonic clock. */
  const leases = new Map<string, { until: number; since: number }>();

  const loop = createLoop({ name: "agentx.runner", log: host.log, step: runOnce });
  const attention = createKnown(() => Promise.all([runner, NO_OWNER].map(needingAttention)));

  async function runOnce(): Promise<number> {
    if (performance.now() - lastRenewal >= RENEW_EVERY) {
      if (hasAgents) await renewLease();
      await recoverSessions();
      lastRenewal = performance.now();
    }
    for (const id of (await attention.current()).flat()) if (!isStopping) await attendSession(id);
    return MAX_SLEEP;
  }

  /** Sessions of an owner that need attention. Without an owner, only those of this machine whose agent is configured. */
  async function needingAttention(owner: string): Promise<string[]> {
    const found: string[] = [];
    for await (const one of scanRecords(host.store, sessions, {
      by: "byAttention",
      prefix: [owner],
      portion: PAGE_SIZE,
    })) {
      if (owner === NO_OWNER && (!Object.hasOwn(agents, one.agent) || (one.host ?? machine) !== machine)) continue;
      found.push(one.id);
      if (found.length === PAGE_SIZE) break;
    }
    return found;
  }

  /** Acquires a session if it has no owner, and starts its work. */
  async function attendSession(id: string): Promise<void> {
    const isOurs = await host.transact(async ({ store }) => {
      const session = await store.get(sessions, id);
      if (!session || (session.owner ?? runner) !== runner) return false;
      const { attention: _, ...rest } = session;
      await store.put(sessions, { ...rest, owner: runner });
      return true;
    });
    if (!isOurs || isStopping) return;
    const live = liveSessions.get(id) ?? createLiveSession(id, { host, runner, slots, onClosed: () => forget(id) });
    liveSessions.set(id, live);
    live.wake();
  }

  function forget(id: string): void {
    liveSessions.delete(id);
    loop.wake();
  }

  /** Frees a slot by ending the agent that has been idle the longest. */
  function freeSlot(): void {
    const idle = [...liveSessions.values()].flatMap((live) => {
      const since = live.idleSince();
      return since === undefined ? [] : [{ live, since }];
    });
    idle.sort((a, b) => a.since - b.since)[0]?.live.endIfIdle();
  }

  async function renewLease(): Promise<void> {
    const { id, wasThere } = { id: runner, wasThere: liveSessions.size > 0 };
    const known = await host.transact(async ({ store, now }) => {
      const before = await store.get(runners, id);
      await store.put(runners, { id, until: now + LEASE, host: machine, agents: Object.keys(agents), process: own });
      return before !== undefined;
    });
    // Our lease had expired, so other processes may own our sessions now.
    if (!known && wasThere) for (const live of liveSessions.values()) live.wake();
  }

  /** Closes the sessions of gateways that have ended. */
  async function recoverSessions(): Promise<void> {
    const alive = new Set<string>([runner]);
    const isNew = async (owner: string) => (await host.store.get(runners, owner)) !== undefined;
    const ended: RunnerRecord[] = [];
    await endOrphansHere(host);
    for await (const other of scanRecords(host.store, runners)) {
      if (other.id !== runner && hasEnded(other)) ended.push(other);
      else alive.add(other.id);
    }
    // A runner registers before it acquires sessions, so an unknown owner has ended as well.
    for await (const { id, owner, process: left } of scanRecords(host.store, sessions, { by: "byOwner" })) {
      if (isStopping || owner === undefined || alive.has(owner)) continue;
      if (!ended.some((other) => other.id === owner) && (await isNew(owner))) continue;
      await host.transact(async (ctx) => {
        const now = await ctx.store.get(sessions, id);
        if (now?.owner !== owner) return;
        if (left) await endOrphan(ctx, id, left);
        await recordEnd(ctx, now, { how: "left", reason: "The gateway that ran the agent has ended" });
      });
    }
    for (const other of ended) {
      await host.transact(async ({ store }) => {
        const now = await store.get(runners, other.id);
        if (now?.until === other.until) await store.delete(runners, other.id);
      });
      leases.delete(other.id);
    }
  }

  /** Uses the monotonic clock: the wall clock may be changed, and advances while the machine sleeps. */
  function hasEnded({ id, until, process: other }: RunnerRecord): boolean {
    if (processStatus(other) === "gone") return true;
    const before = leases.get(id);
    if (before?.until === until) return performance.now() - before.since > LEASE;
    leases.set(id, { until, since: performance.now() });
    return false;
  }

  const off = host.onCommit(() => {
    attention.noteCommit();
    loop.wake();
  });
  loop.wake();

  return async () => {
    isStopping = true;
    off();
    host.state.isRunner = false;
    await loop.stop();
    await Promise.all([...liveSessions.values()].map((live) => live.stop()));
    await host.transact(({ store }) => store.delete(runners, runner)).catch(() => {});
  };
}
