import { setTimeout as pause } from "node:timers/promises";
import type { PluginContext } from "@postern/core";
import { createLoop } from "@postern/core/background";
import { type SessionRecord, sessions, type TurnRecord, turns } from "../collections.ts";
import type { group } from "../group.ts";
import { hasWork, isResumable, pendingOf, saveSession } from "../session.ts";
import { waitingIn } from "../turn.ts";
import { createAgentClient, messageOf } from "./agent-client.ts";
import { notifyAgent, type Pending } from "./notify-agent.ts";
import { OwnershipLost, ownedSession } from "./owned-session.ts";
import { createPermissionRequests } from "./permission-requests.ts";
import { type End, recordEnd } from "./record-end.ts";
import type { Slots } from "./slots.ts";
import { endTurn, startTurn } from "./turn-records.ts";

/** A session owned by this process. Its work is done one step at a time. */
export interface LiveSession {
  /** Checks for new work. */
  wake(): void;
  /** When the session became idle with an agent that could be ended; undefined while it has work. */
  idleSince(): number | undefined;
  /** Ends the agent if the session is idle and can be resumed. */
  endIfIdle(): void;
  /** Ends the agent because the gateway is stopping. */
  stop(): Promise<void>;
}

interface Options {
  readonly host: PluginContext<typeof group>;
  readonly runner: string;
  readonly slots: Slots;
  readonly onClosed: () => void;
}

const RETRY_DELAY = 1_000;
const MAX_TRIES = 5;
const STOPPED: End = { how: "stopped", reason: "The session was stopped" };
/** How long a stopping gateway waits for an agent to end, in ms. */
const MAX_STOP_GRACE = 3_000;

export function createLiveSession(id: string, { host, runner, slots, onClosed }: Options): LiveSession {
  const owned = ownedSession(host, runner, id);
  const { grace, idle } = host.config;
  const permissionRequests = createPermissionRequests(owned);
  const timers = new Set<NodeJS.Timeout>();
  let turn: { readonly id: string; isCancelled: boolean } | undefined;
  let isOver = false;
  let isRestRequested = false;
  let isStepping = false;
  let idleFrom: number | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const client = createAgentClient({
    owned,
    slots,
    async permission(params, folder, signal) {
      return turn && !turn.isCancelled
        ? permissionRequests.request(params, { turn: turn.id, folder }, signal)
        : undefined;
    },
    ended: (reason) => finish({ how: "ended", reason }),
    lost: abandonSession,
  });

  function after(wait: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, wait);
    timer.unref();
    timers.add(timer);
    return timer;
  }

  const loop = createLoop({ name: `agentx session ${id}`, log: host.log, step: work, shortest: 1 });

  function wake(): void {
    if (isOver) return;
    loop.wake();
    if (isStepping) void stopIfRequested().catch(() => {});
  }

  /** A stop request takes effect even while the agent is starting or waits for a slot. */
  async function stopIfRequested(): Promise<void> {
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
      if (error instanceof OwnershipLost) return abandonSession();
      throw error;
    } finally {
      isStepping = false;
    }
  }

  /** Does the next piece of work. A running turn calls `wake` when it has ended. */
  async function step(): Promise<void> {
    const session = await host.store.get(sessions, id);
    if (session?.owner !== runner) throw new OwnershipLost();
    idleFrom = undefined;
    clearTimeout(idleTimer);
    if (session.isUnwanted) return end(STOPPED, grace);
    if (turn) return handleDuringTurn(session, turn);
    const [pending] = pendingOf(session) ?? [];
    if (pending) return notify(session, pending);
    const isArchived = session.archivedAt !== undefined;
    const [next] = isArchived ? [] : await waitingIn(host.store, id, 1);
    if (next) {
      if (await client.open(session, true)) void run(next);
    } else if (session.status === "starting" && !isArchived) {
      if (await client.open(session, false)) wake();
    } else await idleOrRelease(session, isArchived);
  }

  /** Nothing to do: starts the idle timer, or ends the agent and releases the session. */
  async function idleOrRelease(session: SessionRecord, isArchived: boolean): Promise<void> {
    const process = client.process();
    if (process && isResumable(session)) {
      if (isRestRequested || isArchived || !process.isOpen || slots.hasWaiting()) await client.endProcess();
      else {
        idleFrom = host.now();
        idleTimer = after(idle, endIfIdle);
      }
      isRestRequested = false;
    }
    if (client.process()) return;
    if (await release()) dispose();
    else wake();
  }

  async function run(next: TurnRecord): Promise<void> {
    const [process, transcript] = [client.process(), client.transcript()];
    if (!process || !transcript) return wake();
    turn = { id: next.id, isCancelled: false };
    try {
      transcript.begin(next.id);
      const number = transcript.reserve();
      const begun = await owned.transact((ctx, session) => startTurn(ctx, session, next.id, number));
      if (begun) {
        wake();
        const outcome = await process.connection.prompt(begun.agentSession, next).then(
          (stopReason) => ({ stopReason }),
          (error: unknown) => ({ reason: process.redact(messageOf(error)) }),
        );
        // The end of the process is reported elsewhere, with a better reason.
        if (process.connection.isClosed()) return;
        permissionRequests.cancelAll();
        await transcript.flush();
        await owned.transact((ctx, session) =>
          endTurn(ctx, session, next.id, { ...outcome, left: transcript.dropped() }),
        );
      } else transcript.release(number);
      turn = undefined;
      wake();
    } catch (error) {
      await client.fail(error);
    }
  }

  /** Handles answers, cancellation and archiving during a turn. */
  async function handleDuringTurn(session: SessionRecord, current: NonNullable<typeof turn>): Promise<void> {
    await permissionRequests.checkAnswers();
    const isArchived = session.archivedAt !== undefined;
    const isUnwanted = isArchived || (await host.store.get(turns, current.id))?.cancelAt !== undefined;
    const process = client.process();
    if (!isUnwanted || current.isCancelled || !process || session.turn !== current.id) return;
    current.isCancelled = true;
    permissionRequests.cancelAll();
    after(grace, () => {
      if (turn !== current) return;
      process.fault = `The agent did not stop within ${grace / 1000} seconds and was killed`;
      void process.child.end(0);
    });
    if (isArchived) await notify(session, "archive");
    else await process.connection.cancel(session.agentSession as string).catch(() => {});
  }

  async function notify(session: SessionRecord, what: Pending): Promise<void> {
    if (await notifyAgent(owned, client, session, what)) wake();
  }

  /** Releases the session unless it has work; in that case only marks the work as seen. */
  const release = () =>
    owned.transact(async (ctx, session) => {
      const isFree = !loop.isWoken() && !hasWork(session);
      await saveSession(ctx, session, isFree ? { owner: undefined } : { attention: undefined });
      return isFree;
    });

  async function finish(end: End): Promise<void> {
    isOver = true;
    permissionRequests.cancelAll();
    const left = client.transcript()?.dropped();
    const outcome = { ...end, ...(left !== undefined && { left }) };
    // Only the owner may record the end, so a failed commit is retried here.
    for (let tries = 1, isRecorded = false; !isRecorded; tries++) {
      try {
        await owned.transact((ctx, session) => recordEnd(ctx, session, outcome));
        isRecorded = true;
      } catch (error) {
        if (error instanceof OwnershipLost || tries === MAX_TRIES) break;
        host.log.warn({ session: id, error: String(error) }, "Could not record the end of a coding agent");
        await pause(RETRY_DELAY);
      }
    }
    dispose();
  }

  async function end(how: End, limit: number): Promise<void> {
    if (isOver) return;
    isOver = true;
    permissionRequests.cancelAll();
    await client.close(limit);
    await finish(how);
  }

  function dispose(): void {
    isOver = true;
    void loop.stop();
    for (const timer of timers) clearTimeout(timer);
    onClosed();
  }

  async function abandonSession(): Promise<void> {
    permissionRequests.cancelAll();
    dispose();
    await client.close(500);
  }

  function endIfIdle(): void {
    isRestRequested = true;
    wake();
  }

  return {
    wake,
    idleSince: () => (client.process() ? idleFrom : undefined),
    endIfIdle,
    stop: () => end({ how: "left", reason: "The gateway stopped" }, Math.min(grace, MAX_STOP_GRACE)),
  };
}
