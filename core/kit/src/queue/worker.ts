import { setTimeout as pause } from "node:timers/promises";
import type { PluginContext } from "@postern/core";
import { createLoop, elapsedBy } from "@postern/core/background";
import { attempt, release, type Work } from "./attempt.ts";
import { type Claim, claim, leased } from "./claim.ts";
import { createClockStepDetector } from "./clock-step.ts";
import type { ConsumerContext } from "./consumer.ts";
import type { Stored } from "./entry.ts";
import { isForAnotherHost } from "./fault.ts";
import { createKnown } from "./known.ts";
import { createShares } from "./share.ts";
import { createUpkeep, type Kept } from "./upkeep.ts";

export interface WorkerSetting extends Work, Kept {
  /** Maximum number of concurrent entries per process. */
  readonly concurrency: number;
  /** Maximum number of concurrent attempts of one share per process. */
  readonly mostOfShare: number;
}

/** The worker of a queue in this process. */
export interface QueueWorker {
  /**
   * The new entry as claimed by this worker, which starts after the commit. Undefined if there is no room, or if the
   * context does not say when it is committed.
   */
  started(ctx: Partial<ConsumerContext>, entry: Stored): Stored | undefined;
  /** Number of entries that it has leased. */
  held(): number;
  stop(): Promise<void>;
}

interface Running {
  readonly done: Promise<void>;
  readonly stop: AbortController;
}

/** Maximum sleep: after it, a clock that was set is noticed. */
const MAX_SLEEP = 1_000;
/** Shortest sleep until what is due next, in milliseconds. */
const SHORTEST_SLEEP = 20;
/** Minimum interval between looks after commits that are not known to bring work, such as those of other gateways. */
const OTHER_COMMITS = 100;
/**
 * How long an entry is left to others by a process that had to return one for another host, in milliseconds; up to twice as
 * long, at random. It would claim all of them before the only one that can handle them.
 */
const LEAVE = 500;
/** How long a process leaves entries to others, in milliseconds. */
const LEAVES_FOR = 60_000;
/** How long running attempts have to finish when the gateway stops. */
const DRAIN = 3_000;
/** How long a lane keeps its place while others wait, in milliseconds: its next entries need no claim of their own. */
const LANE_TURN = 100;

/** Works on a queue until it is stopped. Running attempts are waited for, then released for other workers. */
export function startWorker(work: WorkerSetting, host: PluginContext): QueueWorker {
  const { entries, concurrency, name } = work;
  const running = new Map<string, Running>();
  const shares = createShares(work.mostOfShare);
  const clock = createClockStepDetector();
  const elapsed = elapsedBy(host.now);
  const expected = work.arrivals.expect();
  let stopping = false;
  const isStopping = () => stopping;
  const upkeep = createUpkeep(work, host, clock, isStopping);
  const due = createKnown(nextDue);

  let lastLook = 0;
  /** When entries whose lease has expired may be claimed, by the monotonic clock. */
  let lapsedFrom = 0;
  /** Until when others claim first, by the monotonic clock. */
  let leavesUntil = 0;
  const patience = 1 + Math.random();
  const leaves = () => elapsed() < leavesUntil;
  const loop = createLoop({
    name: `queue ${name}`,
    log: host.log,
    now: host.now,
    step: () => claimDue().catch(afterTrouble),
    // An attempt that ends makes room immediately, so lanes are as fast as their entries.
    shortest: 0,
    longestRetry: MAX_SLEEP,
  });

  /** A store that did not work may not have let the holders of leases renew them: they get the time to do so. */
  function afterTrouble(error: unknown): never {
    lapsedFrom = elapsed() + work.lease / 2;
    throw error;
  }

  /** Claims what is due, and returns how long there is nothing to do. */
  async function claimDue(): Promise<number> {
    lastLook = performance.now();
    await upkeep.run();
    const free = concurrency - running.size;
    if (free <= 0) return MAX_SLEEP;
    const next = await due.current();
    const now = host.now();
    if (next > now) return Math.min(MAX_SLEEP, Math.max(SHORTEST_SLEEP, next - now));
    const left = leaves() ? next + LEAVE * patience - now : 0;
    if (left > 0) return left;
    const room = (share: string | undefined) => shares.room(share, now);
    const withLapsed = elapsed() >= lapsedFrom;
    const claims = await host.transact((ctx) =>
      claim(ctx, work, work, { most: free, withLapsed, room, died: (entry) => work.died(ctx, entry) }),
    );
    for (const one of claims) beginInTime(one, performance.now());
    if (claims.length > 0) return SHORTEST_SLEEP;
    // Due entries have no room. The end of an attempt or a new entry wakes the loop.
    return Math.min(MAX_SLEEP, Math.max(SHORTEST_SLEEP, shares.nextAt(now) - now));
  }

  async function nextDue(): Promise<number> {
    const [waiting, lapsing] = await Promise.all(
      ["waiting", "running"].map((status) => host.store.find(entries, { by: "byDue", prefix: [status], limit: 1 })),
    );
    const waitingFor = waiting?.items[0]?.dueAt ?? Number.POSITIVE_INFINITY;
    return Math.min(waitingFor, lapsing?.items[0]?.lease?.until ?? Number.POSITIVE_INFINITY);
  }

  /**
   * If the commit took much of the lease, or the clock was set forward meanwhile, the lease could expire before the
   * renewal, and another process would start as well: the entry is returned, and claimed again. `since` is when its lane
   * got its place.
   */
  function beginInTime(one: Claim, since: number): void {
    expected.claimed(one.entry.id);
    if ((one.entry.lease?.until ?? 0) > host.now() + (work.lease * 2) / 3) begin(one, since);
    else void release(one, work, host);
  }

  function begin(one: Claim, since: number): void {
    const stop = new AbortController();
    const { id, share } = one.entry;
    let hasFailed = false;
    const setting = {
      ...{ work, host, clock, stop, isStopping },
      mayFollow: (next: Stored) => mayFollow(next, share, since),
      failed(error: unknown) {
        hasFailed = true;
        if (isForAnotherHost(error)) leavesUntil = elapsed() + LEAVES_FOR;
        shares.end(share, host.now(), error ?? "failed");
      },
    };
    shares.begin(share);
    const done = attempt(one, setting).then((next) => {
      running.delete(id);
      // A success keeps its room until here, where the next entry of its lane may get it.
      if (!hasFailed) shares.end(share, host.now(), undefined);
      if (next) beginInTime(next, since);
      loop.wake();
    });
    running.set(id, { done, stop });
  }

  /** Lanes must not keep others waiting, however long they are. */
  function mayFollow(next: Stored, share: string | undefined, since: number): boolean {
    if (stopping || next.share !== share) return false;
    const isRoomLeft = running.size < concurrency && shares.room(share, host.now()) > 0;
    return isRoomLeft || performance.now() - since < LANE_TURN;
  }

  /** How many entries each uncommitted context starts. */
  const starting = new WeakMap<object, number>();

  function started(ctx: Partial<ConsumerContext>, entry: Stored): Stored | undefined {
    const before = starting.get(ctx) ?? 0;
    const isFull = running.size + before >= concurrency || shares.room(entry.share, host.now()) <= before;
    if (!ctx.afterCommit || stopping || isFull || leaves()) return undefined;
    starting.set(ctx, before + 1);
    const one = leased(entry, entry.createdAt, work);
    ctx.afterCommit(() => {
      const hasRoom = running.size < concurrency && shares.room(entry.share, host.now()) > 0;
      if (hasRoom && !stopping) beginInTime(one, performance.now());
      else void release(one, work, host);
    });
    return one.entry;
  }

  const off = host.onCommit(() => {
    due.noteCommit();
    clock.note(host.now());
    loop.wake(expected.any() ? 0 : Math.max(0, OTHER_COMMITS - (performance.now() - lastLook)));
  });
  loop.wake();

  async function stop(): Promise<void> {
    stopping = true;
    off();
    expected.end();
    await loop.stop();
    await upkeep.end();
    const all = async () => {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done));
    };
    await Promise.race([all(), pause(DRAIN, undefined, { ref: false })]);
    for (const { stop } of running.values()) stop.abort(new Error("The gateway is stopping"));
    await Promise.race([all(), pause(DRAIN / 5, undefined, { ref: false })]);
  }

  return { started, held: () => running.size, stop };
}
