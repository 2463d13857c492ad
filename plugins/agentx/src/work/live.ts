import { setTimeout as pause } from "node:timers/promises";
import type { PluginContext } from "@postern/core";
import { createLoop } from "@postern/core/queue";
import { type SessionRecord, sessions, type TurnRecord, turns } from "../collections.ts";
import type { group } from "../group.ts";
import { isAskedOf, isResumable, keepSession, pendingOf } from "../session.ts";
import { waitingIn } from "../turn.ts";
import { createAsking } from "./asking.ts";
import { createBond, plainly } from "./bond.ts";
import type { Places } from "./places.ts";
import { Lost, seatOf } from "./seat.ts";
import { type End, settle } from "./settle.ts";
import { type Pending, tellAgent } from "./tell.ts";
import { beginTurn, endTurn } from "./turn-records.ts";

/** A session owned by this process. Its work is done one step at a time. */
export interface Live {
  /** Checks for new work. */
  attend(): void;
  /** When the session became idle with an agent that could be ended; undefined while it has work. */
  idleSince(): number | undefined;
  /** Ends the agent if the session is idle and can be resumed. */
  rest(): void;
  /** Ends the agent because the gateway is stopping. */
  stop(): Promise<void>;
}

interface Given {
  readonly host: PluginContext<typeof group>;
  readonly runner: string;
  readonly places: Places;
  readonly gone: () => void;
}

const AGAIN = 1_000;
const MOST_TRIES = 5;
const STOPPED: End = { how: "stopped", reason: "The session was stopped" };
/** How long a stopping gateway waits for an agent to end, in ms. */
const LAST_GRACE = 3_000;

export function createLive(id: string, { host, runner, places, gone }: Given): Live {
  const seat = seatOf(host, runner, id);
  const { grace, idle } = host.config;
  const asking = createAsking(seat);
  const timers = new Set<NodeJS.Timeout>();
  let turn: { readonly id: string; isCancelled: boolean } | undefined;
  let isOver = false;
  let isTired = false;
  let isStepping = false;
  let idleFrom: number | undefined;
  let idling: NodeJS.Timeout | undefined;

  const bond = createBond({
    seat,
    places,
    async permission(params, folder, signal) {
      return turn && !turn.isCancelled ? asking.ask(params, { turn: turn.id, folder }, signal) : undefined;
    },
    ended: (reason) => over({ how: "ended", reason }),
    lost: abandon,
  });

  function later(wait: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, wait);
    timer.unref();
    timers.add(timer);
    return timer;
  }

  const loop = createLoop({ name: `agentx session ${id}`, log: host.log, step: work, shortest: 1 });

  function attend(): void {
    if (isOver) return;
    loop.wake();
    if (isStepping) void heed().catch(() => {});
  }

  /** A stop request takes effect even while the agent is starting or waits for a slot. */
  async function heed(): Promise<void> {
    const session = await host.store.get(sessions, id);
    if (session?.owner === runner && session.isUnwanted) await end(STOPPED, grace);
  }

  async function work(): Promise<void> {
    if (isOver) return;
    isStepping = true;
    try {
      await step();
    } catch (error) {
      if (isOver) return;
      if (error instanceof Lost) return abandon();
      throw error;
    } finally {
      isStepping = false;
    }
  }

  /** Does the next piece of work. A running turn calls `attend` when it has ended. */
  async function step(): Promise<void> {
    const session = await host.store.get(sessions, id);
    if (session?.owner !== runner) throw new Lost();
    idleFrom = undefined;
    clearTimeout(idling);
    if (session.isUnwanted) return end(STOPPED, grace);
    if (turn) return signal(session, turn);
    const [pending] = pendingOf(session) ?? [];
    if (pending) return tell(session, pending);
    const isArchived = session.archivedAt !== undefined;
    const [next] = isArchived ? [] : await waitingIn(host.store, id, 1);
    if (next) {
      if (await bond.open(session, true)) void run(next);
    } else if (session.status === "starting" && !isArchived) {
      if (await bond.open(session, false)) attend();
    } else await calmDown(session, isArchived);
  }

  /** Nothing to do: starts the idle timer, or ends the agent and releases the session. */
  async function calmDown(session: SessionRecord, isArchived: boolean): Promise<void> {
    const process = bond.process();
    if (process && isResumable(session)) {
      if (isTired || isArchived || !process.isOpen || places.areWanted()) await bond.rest();
      else {
        idleFrom = host.now();
        idling = later(idle, rest);
      }
      isTired = false;
    }
    if (bond.process()) return;
    if (await release()) leave();
    else attend();
  }

  async function run(next: TurnRecord): Promise<void> {
    const [process, said] = [bond.process(), bond.transcript()];
    if (!process || !said) return attend();
    turn = { id: next.id, isCancelled: false };
    try {
      said.begin(next.id);
      const number = said.take();
      const begun = await seat.own((ctx, session) => beginTurn(ctx, session, next.id, number));
      if (begun) {
        attend();
        const outcome = await process.line.prompt(begun.agentSession, next.prompt).then(
          (stopReason) => ({ stopReason }),
          (error: unknown) => ({ reason: process.discreet(plainly(error)) }),
        );
        // The end of the process is reported elsewhere, with a better reason.
        if (process.line.isClosed()) return;
        asking.drop();
        await said.flush();
        await seat.own((ctx, session) => endTurn(ctx, session, next.id, { ...outcome, left: said.left() }));
      } else said.giveBack(number);
      turn = undefined;
      attend();
    } catch (error) {
      await bond.fail(error);
    }
  }

  /** Handles answers, cancellation and archiving during a turn. */
  async function signal(session: SessionRecord, current: NonNullable<typeof turn>): Promise<void> {
    await asking.look();
    const isArchived = session.archivedAt !== undefined;
    const isUnwanted = isArchived || (await host.store.get(turns, current.id))?.cancelAt !== undefined;
    const process = bond.process();
    if (!isUnwanted || current.isCancelled || !process || session.turn !== current.id) return;
    current.isCancelled = true;
    asking.drop();
    later(grace, () => {
      if (turn !== current) return;
      process.fault = `The agent did not stop within ${grace / 1000} seconds and was killed`;
      void process.child.end(0);
    });
    if (isArchived) await tell(session, "archive");
    else await process.line.cancel(session.agentSession as string).catch(() => {});
  }

  async function tell(session: SessionRecord, what: Pending): Promise<void> {
    if (await tellAgent(seat, bond, session, what)) attend();
  }

  /** Releases the session unless it has work; in that case only marks the work as seen. */
  const release = () =>
    seat.own(async (ctx, session) => {
      const isFree = !loop.isWoken() && !isAskedOf(session);
      await keepSession(ctx, session, isFree ? { owner: undefined } : { attention: undefined });
      return isFree;
    });

  async function over(end: End): Promise<void> {
    isOver = true;
    asking.drop();
    const left = bond.transcript()?.left();
    const told = { ...end, ...(left !== undefined && { left }) };
    // Only the owner may record the end, so a failed commit is retried here.
    for (let tries = 1, isTold = false; !isTold; tries++) {
      try {
        await seat.own((ctx, session) => settle(ctx, session, told));
        isTold = true;
      } catch (error) {
        if (error instanceof Lost || tries === MOST_TRIES) break;
        host.log.warn({ session: id, error: String(error) }, "Could not record the end of a coding agent");
        await pause(AGAIN);
      }
    }
    leave();
  }

  async function end(how: End, limit: number): Promise<void> {
    if (isOver) return;
    isOver = true;
    asking.drop();
    await bond.drop(limit);
    await over(how);
  }

  function leave(): void {
    isOver = true;
    void loop.stop();
    for (const timer of timers) clearTimeout(timer);
    gone();
  }

  async function abandon(): Promise<void> {
    asking.drop();
    leave();
    await bond.drop(500);
  }

  function rest(): void {
    isTired = true;
    attend();
  }

  return {
    attend,
    idleSince: () => (bond.process() ? idleFrom : undefined),
    rest,
    stop: () => end({ how: "left", reason: "The gateway stopped" }, Math.min(grace, LAST_GRACE)),
  };
}
