import { randomUUID } from "node:crypto";
import type { PluginContext, Worker } from "@postern/core";
import { everyOf } from "@postern/core/paging";
import { createLoop } from "@postern/core/queue";
import { NOBODY, type RunnerRecord, runners, type SessionRecord, sessions } from "../collections.ts";
import type { group } from "../group.ts";
import { LEASE } from "../runners.ts";
import { endOrphan, type Identity, identityOf, isThere } from "./identity.ts";
import { createLive, type Live } from "./live.ts";
import { createPlaces } from "./places.ts";
import { settle } from "./settle.ts";

const LONGEST_SLEEP = 1_000;
/** Interval in ms for renewing this lease and checking the others. */
const BEAT = 5_000;
const PORTION = 100;

/** Runs agents in every serving process. Each session is owned by one process at a time. */
export const runAgents: Worker<readonly []> = {
  name: "agentx.runner",
  operations: [],
  events: [],
  start: (host) => startRunner(host as PluginContext<typeof group>),
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
  const lives = new Map<string, Live>();
  const places = createPlaces(processes, makeRoom);
  let own: Identity | undefined;
  let isStopping = false;
  let lastBeat = Number.NEGATIVE_INFINITY;
  /** The last lease seen of each other runner, and when it was first seen by the monotonic clock. */
  const heard = new Map<string, { until: number; since: number }>();

  const loop = createLoop({ name: "agentx.runner", log: host.log, step: lookOnce });

  async function lookOnce(): Promise<number> {
    if (performance.now() - lastBeat >= BEAT) {
      if (hasAgents) await beat();
      await takeOver();
      lastBeat = performance.now();
    }
    for (const { id } of await asking(runner)) await attendTo(id);
    for (const { id } of await asking(NOBODY)) if (!isStopping) await attendTo(id);
    return LONGEST_SLEEP;
  }

  /** Sessions of an owner that need attention. Without an owner, only those whose agent is configured here. */
  async function asking(owner: string): Promise<SessionRecord[]> {
    const found: SessionRecord[] = [];
    for await (const one of everyOf(host.store, sessions, { by: "byAttention", prefix: [owner], portion: PORTION })) {
      if (owner === NOBODY && !Object.hasOwn(agents, one.agent)) continue;
      found.push(one);
      if (found.length === PORTION) break;
    }
    return found;
  }

  /** Acquires a session if it has no owner, and starts its work. */
  async function attendTo(id: string): Promise<void> {
    const isOurs = await host.transact(async ({ store }) => {
      const session = await store.get(sessions, id);
      if (!session || (session.owner ?? runner) !== runner) return false;
      const { attention: _, ...rest } = session;
      await store.put(sessions, { ...rest, owner: runner });
      return true;
    });
    if (!isOurs || isStopping) return;
    const live = lives.get(id) ?? createLive(id, { host, runner, places, gone: () => leaveTo(id) });
    lives.set(id, live);
    live.attend();
  }

  function leaveTo(id: string): void {
    lives.delete(id);
    loop.wake();
  }

  /** Frees a slot by ending the agent that has been idle the longest. */
  function makeRoom(): void {
    const idle = [...lives.values()].flatMap((live) => {
      const since = live.idleSince();
      return since === undefined ? [] : [{ live, since }];
    });
    idle.sort((a, b) => a.since - b.since)[0]?.live.rest();
  }

  async function beat(): Promise<void> {
    own ??= await identityOf(process.pid);
    const { id, wasThere } = { id: runner, wasThere: lives.size > 0 };
    const known = await host.transact(async ({ store, now }) => {
      const before = await store.get(runners, id);
      await store.put(runners, { id, until: now + LEASE, process: own as Identity });
      return before !== undefined;
    });
    // Our lease had expired, so other processes may own our sessions now.
    if (!known && wasThere) for (const live of lives.values()) live.attend();
  }

  /** Closes the sessions of gateways that have ended. */
  async function takeOver(): Promise<void> {
    const there = new Set<string>([runner]);
    const isNew = async (owner: string) => (await host.store.get(runners, owner)) !== undefined;
    const gone: RunnerRecord[] = [];
    for await (const other of everyOf(host.store, runners)) {
      if (other.id !== runner && (await isGone(other))) gone.push(other);
      else there.add(other.id);
    }
    // A runner registers before it acquires sessions, so an unknown owner has ended as well.
    for await (const { id, owner, process: left } of everyOf(host.store, sessions, { by: "byOwner" })) {
      if (isStopping || owner === undefined || there.has(owner)) continue;
      if (!gone.some((other) => other.id === owner) && (await isNew(owner))) continue;
      if (left) await endOrphan(left);
      await host.transact(async (ctx) => {
        const now = await ctx.store.get(sessions, id);
        if (now?.owner !== owner) return;
        await settle(ctx, now, { how: "left", reason: "The gateway that ran the agent has ended" });
      });
    }
    for (const other of gone) {
      await host.transact(async ({ store }) => {
        const now = await store.get(runners, other.id);
        if (now?.until === other.until) await store.delete(runners, other.id);
      });
      heard.delete(other.id);
    }
  }

  /** Uses the monotonic clock: the wall clock may be changed, and advances while the machine sleeps. */
  async function isGone({ id, until, process: other }: RunnerRecord): Promise<boolean> {
    if ((await isThere(other)) === false) return true;
    const before = heard.get(id);
    if (before?.until === until) return performance.now() - before.since > LEASE;
    heard.set(id, { until, since: performance.now() });
    return false;
  }

  const off = host.onCommit(() => loop.wake());
  loop.wake();

  return async () => {
    isStopping = true;
    off();
    host.state.isRunner = false;
    await loop.stop();
    await Promise.all([...lives.values()].map((live) => live.stop()));
    await host.transact(({ store }) => store.delete(runners, runner)).catch(() => {});
  };
}
