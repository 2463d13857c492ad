import { messages, type SessionRecord } from "../collections.ts";
import { keepSession } from "../session.ts";
import { heardIn, ofSession, titleIn } from "../wire/updates.ts";
import { identityOf } from "./identity.ts";
import type { Places } from "./places.ts";
import { type Process, startProcess } from "./process.ts";
import { Lost, type Seat } from "./seat.ts";
import { createTranscript, type Transcript } from "./transcript.ts";
import { writeMessages } from "./turn-records.ts";

/** A session and the process of its agent, which may come and go. */
export interface Bond {
  process(): Process | undefined;
  transcript(): Transcript | undefined;
  /** Starts the agent, unless it runs. Undefined where that failed, which `ended` was told of. */
  connect(session: SessionRecord): Promise<Process | undefined>;
  /** The same, and begins the session at the agent, or comes back to it: for a turn that follows, or to be idle. */
  open(session: SessionRecord, isForTurn: boolean): Promise<Process | undefined>;
  /** Ends an agent that can come back to its session. */
  rest(): Promise<void>;
  /** Ends the agent for what went wrong with it, or with us. */
  fail(error: unknown): Promise<void>;
  /** Ends the agent without telling. */
  drop(limit: number): Promise<void>;
}

interface Given {
  readonly seat: Seat;
  readonly places: Places;
  readonly permission: (params: unknown, folder: string, signal: AbortSignal) => Promise<string | undefined>;
  /** The agent has ended, or could not be started. */
  readonly ended: (reason: string) => Promise<void>;
  /** The session is in other hands. */
  readonly lost: () => Promise<void>;
}

const NAMED_AFTER = 200;

export const plainly = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function createBond({ seat, places, permission, ended, lost }: Given): Bond {
  const { id, host } = seat;
  const { startTimeout, grace } = host.config;
  let process: Process | undefined;
  let transcript: Transcript | undefined;
  let leavePlace = () => {};
  let isDeaf = false;
  let theirs: string | undefined;
  let named: string | undefined;
  let isOver = false;

  async function connect(session: SessionRecord): Promise<Process | undefined> {
    if (process) return process;
    let own: Process | undefined;
    try {
      leavePlace = await places.take(() => void waitsForPlace().catch(() => {}));
      if (isOver) return leavePlace() as undefined;
      const said = await createScript();
      transcript = said;
      own = await startProcess(host, session, {
        update: (params) => hear(params, session.folder),
        room: said.room,
        permission: async (params, signal) => {
          await said.flush();
          return permission(params, session.folder, signal);
        },
      });
      process = own;
      watch(own);
      await noteStart(own);
      const can = await own.line.initialize(startTimeout);
      await seat.own((ctx, now) => keepSession(ctx, now, { can }));
      return own;
    } catch (error) {
      await fail(error, own);
      return undefined;
    }
  }

  const waitsForPlace = () =>
    seat.own((ctx, now) => keepSession(ctx, now, { reason: "It waits until another agent ends or rests" }));

  async function createScript(): Promise<Transcript> {
    const { items } = await host.store.find(messages, { prefix: [id], reverse: true, limit: 1 });
    return createTranscript({
      session: id,
      last: items[0]?.number ?? 0,
      now: host.now,
      write: (changes) => seat.own((ctx) => writeMessages(ctx, changes)),
      failed: (error) => void fail(error, process),
    });
  }

  function watch(own: Process): void {
    const { child, line } = own;
    void child.ended.then((reason) => over(own, reason));
    line.broken.catch(async (error: Error) => {
      own.fault ??= line.wasClosed(error) ? undefined : error.message;
      // Who only closes its end is most likely about to end by itself, and says why.
      await child.end(own.fault === undefined ? 500 : grace);
    });
  }

  /** Whoever finds the session after us must know which process to end. */
  async function noteStart({ child: { pid } }: Process): Promise<void> {
    if (pid === undefined) return;
    const running = await identityOf(pid);
    await seat.own((ctx, now) => keepSession(ctx, now, { process: running }));
  }

  async function open(session: SessionRecord, isForTurn: boolean): Promise<Process | undefined> {
    if (process?.isOpen && isForTurn) return process;
    await seat.own((ctx, now) => keepSession(ctx, now, { status: "starting", reason: undefined }));
    const own = await connect(session);
    if (!own) return undefined;
    try {
      const { can, agentSession: known } = await seat.own((_, now) => now);
      const agentSession = known ?? (await own.line.begin(session.folder, startTimeout));
      if (known !== undefined && !own.isOpen) await comeBack(own, known, session.folder, can);
      own.isOpen = true;
      theirs = agentSession;
      const status = isForTurn ? "starting" : "idle";
      await seat.own((ctx, now) => keepSession(ctx, now, { agentSession, status, reason: undefined }));
      return own;
    } catch (error) {
      await fail(error, own);
      return undefined;
    }
  }

  async function comeBack({ line }: Process, known: string, folder: string, can: SessionRecord["can"]): Promise<void> {
    if (can?.resume) return line.comeBack("resume", known, folder, startTimeout);
    if (!can?.load) throw new Error("The agent cannot come back to a session once it has ended");
    // It tells all that was said before; we have that.
    isDeaf = true;
    await line.comeBack("load", known, folder, startTimeout);
    isDeaf = false;
  }

  function hear(params: unknown, folder: string): void {
    if (isDeaf || (theirs !== undefined && ofSession(params) !== theirs)) return;
    const title = titleIn(params);
    if (title !== undefined) nameLater(title);
    const heard = heardIn(params, folder);
    if (heard) transcript?.hear(heard);
  }

  /** However often an agent names its session, one name is being written. */
  function nameLater(title: string): void {
    const isNaming = named !== undefined;
    named = title;
    if (isNaming) return;
    setTimeout(() => {
      const last = named as string;
      named = undefined;
      takeTitle(last).catch(() => {});
    }, NAMED_AFTER).unref();
  }

  /** The agent may name a session that nobody here has named. */
  const takeTitle = (title: string) =>
    seat.own(async (ctx, now) => {
      const isTheirs = now.title === undefined || (now.title === now.told?.title && now.title !== title);
      if (isTheirs) await keepSession(ctx, now, { title, told: { ...now.told, title } });
    });

  async function fail(error: unknown, own: Process | undefined): Promise<void> {
    if (isOver) return;
    if (error instanceof Lost) return lost();
    if (own) {
      own.fault ??= own.line.isClosed() ? undefined : plainly(error);
      await own.child.end(grace);
    }
    await over(own, plainly(error));
  }

  async function over(own: Process | undefined, reason: string): Promise<void> {
    if (isOver || own !== process) return;
    isOver = true;
    const said = own?.discreet(own.fault ?? reason) ?? reason;
    await transcript?.flush().catch(() => {});
    own?.line.close();
    leavePlace();
    await ended(said);
  }

  return {
    process: () => process,
    transcript: () => transcript,
    connect,
    open,
    async rest() {
      const own = process;
      process = undefined;
      if (!own) return;
      await transcript?.flush();
      await own.child.end(grace);
      own.line.close();
      leavePlace();
      await seat.own((ctx, session) => keepSession(ctx, session, { process: undefined }));
    },
    fail: (error) => fail(error, process),
    async drop(limit) {
      isOver = true;
      await process?.child.end(limit);
      await transcript?.flush().catch(() => {});
      process?.line.close();
      leavePlace();
    },
  };
}
