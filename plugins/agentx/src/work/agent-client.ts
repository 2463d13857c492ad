import { processMark } from "@postern/core/process";
import { messages, type SessionRecord } from "../collections.ts";
import { saveSession } from "../session.ts";
import { parseTitle, parseUpdate, sessionIdIn } from "../wire/updates.ts";
import { folderFor } from "../working-folder.ts";
import { type OwnedSession, OwnershipLost } from "./owned-session.ts";
import { type Process, startProcess } from "./process.ts";
import type { Slots } from "./slots.ts";
import { createTranscript, type Transcript } from "./transcript.ts";
import { writeMessages } from "./turn-records.ts";

/** Manages the agent's process of one session. The process may end and be started again. */
export interface AgentClient {
  process(): Process | undefined;
  transcript(): Transcript | undefined;
  /** Starts the agent unless it is running. On failure, calls `ended` and returns undefined. */
  connect(session: SessionRecord): Promise<Process | undefined>;
  /** Starts the agent as `connect` does, then creates or resumes the session. */
  open(session: SessionRecord, isForTurn: boolean): Promise<Process | undefined>;
  /** Ends the process of an agent that can resume its session later. */
  endProcess(): Promise<void>;
  /** Ends the agent because of an error. */
  fail(error: unknown): Promise<void>;
  /** Ends the agent without calling `ended`. */
  close(limit: number): Promise<void>;
}

interface Options {
  readonly owned: OwnedSession;
  readonly slots: Slots;
  readonly permission: (params: unknown, folder: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Called when the agent has ended or could not be started. */
  readonly ended: (reason: string) => Promise<void>;
  /** Called when another process owns the session. */
  readonly lost: () => Promise<void>;
}

const TITLE_DELAY = 200;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export function createAgentClient({ owned, slots, permission, ended, lost }: Options): AgentClient {
  const { id, host } = owned;
  const { startTimeout, grace } = host.config;
  let process: Process | undefined;
  /** Resolves when the process that is being started is `process`, or could not be started. */
  let starting: Promise<Process> | undefined;
  let transcript: Transcript | undefined;
  let releaseSlot = () => {};
  let isLoading = false;
  let currentAgentSession: string | undefined;
  let pendingTitle: string | undefined;
  let isOver = false;

  async function connect(given: SessionRecord): Promise<Process | undefined> {
    if (process) return process;
    let own: Process | undefined;
    try {
      const session = await withFolder(given);
      releaseSlot = await slots.acquire(() => void noteWaiting().catch(() => {}));
      if (isOver) return releaseSlot() as undefined;
      const opened = await openTranscript();
      transcript = opened;
      if (isOver) return;
      starting = start(session, opened);
      own = await starting;
      if (isOver) return;
      await recordProcess(own);
      const can = await own.connection.initialize(startTimeout);
      await owned.transact((ctx, now) => saveSession(ctx, now, { can }));
      return own;
    } catch (error) {
      await fail(error, own);
      return undefined;
    }
  }

  async function start(session: SessionRecord, { whenWritable, flush }: Transcript): Promise<Process> {
    const own = await startProcess(host, session, {
      update: (params) => receive(params, session.folder),
      whenWritable,
      permission: async (params, signal) => {
        await flush();
        return permission(params, session.folder, signal);
      },
    });
    process = own;
    watch(own);
    return own;
  }

  /** A session that was created at a gateway on another machine: its folder is looked up here. */
  async function withFolder(session: SessionRecord): Promise<SessionRecord> {
    const { agent, asked } = session;
    if (!asked) return session;
    const found = await folderFor({ agent, ...asked }, host.config, host.services.agents);
    return owned.transact((ctx, now) => saveSession(ctx, now, { ...found, asked: undefined }));
  }

  const noteWaiting = () =>
    owned.transact((ctx, now) => saveSession(ctx, now, { reason: "Waiting until another agent ends or becomes idle" }));

  async function openTranscript(): Promise<Transcript> {
    const { items } = await host.store.find(messages, { prefix: [id], reverse: true, limit: 1 });
    return createTranscript({
      session: id,
      last: items[0]?.number ?? 0,
      now: host.now,
      write: (changes) => owned.transact((ctx) => writeMessages(ctx, changes)),
      failed: (error) => void fail(error, process),
    });
  }

  function watch(own: Process): void {
    const { child, connection } = own;
    void child.ended.then((reason) => onEnd(own, reason));
    connection.broken.catch(async (error: Error) => {
      own.fault ??= connection.wasClosed(error) ? undefined : error.message;
      // A process that only closed its pipes is probably exiting; its exit status explains more.
      await child.end(own.fault === undefined ? 500 : grace);
    });
  }

  /** After a crash of this gateway, another one uses this record to end the orphaned process. */
  async function recordProcess({ child: { pid } }: Process): Promise<void> {
    if (pid === undefined) return;
    const running = processMark(pid);
    await owned.transact((ctx, now) => saveSession(ctx, now, { process: running }));
  }

  async function open(session: SessionRecord, isForTurn: boolean): Promise<Process | undefined> {
    if (process?.isOpen && isForTurn) return process;
    await owned.transact((ctx, now) => saveSession(ctx, now, { status: "starting", reason: undefined }));
    const own = await connect(session);
    if (!own) return undefined;
    try {
      const { can, agentSession: known, folder } = await owned.transact((_, now) => now);
      const agentSession = known ?? (await own.connection.createSession(folder, startTimeout));
      if (known !== undefined && !own.isOpen) await resume(own, known, folder, can);
      own.isOpen = true;
      currentAgentSession = agentSession;
      const status = isForTurn ? "starting" : "idle";
      await owned.transact((ctx, now) => saveSession(ctx, now, { agentSession, status, reason: undefined }));
      return own;
    } catch (error) {
      await fail(error, own);
      return undefined;
    }
  }

  async function resume(
    { connection }: Process,
    known: string,
    folder: string,
    can: SessionRecord["can"],
  ): Promise<void> {
    if (can?.resume) return connection.resume("resume", known, folder, startTimeout);
    if (!can?.load) throw new Error("The agent cannot resume a session after its process has ended");
    // While loading, the agent repeats the whole conversation, which is already stored.
    isLoading = true;
    await connection.resume("load", known, folder, startTimeout);
    isLoading = false;
  }

  function receive(params: unknown, folder: string): void {
    if (isLoading || (currentAgentSession !== undefined && sessionIdIn(params) !== currentAgentSession)) return;
    const title = parseTitle(params);
    if (title !== undefined) saveTitleLater(title);
    const update = parseUpdate(params, folder);
    if (update) transcript?.receive(update);
  }

  /** Debounces titles, so that frequent changes cause few commits. */
  function saveTitleLater(title: string): void {
    const isNaming = pendingTitle !== undefined;
    pendingTitle = title;
    if (isNaming) return;
    setTimeout(() => {
      const last = pendingTitle as string;
      pendingTitle = undefined;
      saveTitle(last).catch(() => {});
    }, TITLE_DELAY).unref();
  }

  /** The agent's title is used unless a caller has set one. */
  const saveTitle = (title: string) =>
    owned.transact(async (ctx, now) => {
      const isTheirs = now.title === undefined || (now.title === now.told?.title && now.title !== title);
      if (isTheirs) await saveSession(ctx, now, { title, told: { ...now.told, title } });
    });

  async function fail(error: unknown, own: Process | undefined): Promise<void> {
    if (isOver) return;
    if (error instanceof OwnershipLost) return lost();
    if (own) {
      own.fault ??= own.connection.isClosed() ? undefined : messageOf(error);
      await own.child.end(grace);
    }
    await onEnd(own, messageOf(error));
  }

  async function onEnd(own: Process | undefined, reason: string): Promise<void> {
    if (isOver || own !== process) return;
    isOver = true;
    const shown = own?.redact(own.fault ?? reason) ?? reason;
    await transcript?.flush().catch(() => {});
    own?.connection.close();
    releaseSlot();
    await ended(shown);
  }

  return {
    process: () => process,
    transcript: () => transcript,
    connect,
    open,
    async endProcess() {
      const own = process;
      process = undefined;
      if (!own) return;
      await transcript?.flush();
      await own.child.end(grace);
      own.connection.close();
      releaseSlot();
      await owned.transact((ctx, session) => saveSession(ctx, session, { process: undefined }));
    },
    fail: (error) => fail(error, process),
    async close(limit) {
      isOver = true;
      await starting?.catch(() => {});
      await process?.child.end(limit);
      await transcript?.flush().catch(() => {});
      process?.connection.close();
      releaseSlot();
    },
  };
}
