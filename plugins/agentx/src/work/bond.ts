import { messages, type SessionRecord } from "../collections.ts";
import { keepSession } from "../session.ts";
import { heardIn, ofSession, titleIn } from "../wire/updates.ts";
import { identityOf } from "./identity.ts";
import type { Places } from "./places.ts";
import { type Process, startProcess } from "./process.ts";
import { Lost, type Seat } from "./seat.ts";
import { createTranscript, type Transcript } from "./transcript.ts";
import { writeMessages } from "./turn-records.ts";

/** Manages the agent's process of one session. The process may end and be started again. */
export interface Bond {
  process(): Process | undefined;
  transcript(): Transcript | undefined;
  /** Starts the agent unless it is running. On failure, calls `ended` and returns undefined. */
  connect(session: SessionRecord): Promise<Process | undefined>;
  /** Starts the agent as `connect` does, then creates or resumes the session. */
  open(session: SessionRecord, isForTurn: boolean): Promise<Process | undefined>;
  /** Ends the process of an agent that can resume its session later. */
  rest(): Promise<void>;
  /** Ends the agent because of an error. */
  fail(error: unknown): Promise<void>;
  /** Ends the agent without calling `ended`. */
  drop(limit: number): Promise<void>;
}

interface Given {
  readonly seat: Seat;
  readonly places: Places;
  readonly permission: (params: unknown, folder: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Called when the agent has ended or could not be started. */
  readonly ended: (reason: string) => Promise<void>;
  /** Called when another process owns the session. */
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
    seat.own((ctx, now) => keepSession(ctx, now, { reason: "Waiting until another agent ends or becomes idle" }));

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
      // A process that only closed its pipes is probably exiting; its exit status explains more.
      await child.end(own.fault === undefined ? 500 : grace);
    });
  }

  /** After a crash of this gateway, another one uses this record to end the orphaned process. */
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
    if (!can?.load) throw new Error("The agent cannot resume a session after its process has ended");
    // While loading, the agent repeats the whole conversation, which is already stored.
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

  /** Debounces titles, so that frequent changes cause few commits. */
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

  /** The agent's title is used unless a caller has set one. */
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
