import { setTimeout as pause } from "node:timers/promises";
import { beginEpoch, flatten, RecentWrites, unflatten, type ValueBytes } from "@postern/core/drivers";
import { type Batch, nothingWritten, StoreUnavailable, type Version } from "@postern/core/storage";
import type { Connection } from "./connection.ts";
import type { Decision } from "./decide.ts";
import { isConnectionFailure, isLockTimeout, storeError, waitsForStandby } from "./failure.ts";
import { fly, hasCommitted, InDoubt, LostCommits, type Shared } from "./flight.ts";
import type { Settings } from "./options.ts";
import { closedError } from "./pool.ts";
import { createPositionFile, readPosition } from "./position-file.ts";
import { inspectServer } from "./server.ts";
import type { Statement, Statements } from "./statements.ts";

/** In milliseconds: the pause after the first failed attempt, and the longest one. */
const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 1_000;

const refuse = (error: unknown): Promise<never> => Promise.reject(nothingWritten(error));

export interface Writer {
  commit(batches: readonly Batch<ValueBytes>[]): Promise<(Version | false)[]>;
  /** Runs a statement outside of a transaction, if there is a connection. */
  send(statement: Statement): Promise<void>;
  /** Resolves when all commits so far have ended. */
  idle(): Promise<unknown>;
  close(): Promise<void>;
}

/**
 * Commits one group at a time, on one connection that is replaced after every failure. `onTrouble` is called with the
 * reason while the server cannot be reached, and without one when it is.
 */
export function createWriter(
  open: () => Promise<Connection>,
  texts: Statements,
  settings: Settings,
  onTrouble: (reason: string | undefined) => void,
): Writer {
  const witness = readPosition(settings.positionFile);
  const shared: Shared = {
    ...{ recent: new RecentWrites(), texts, lock: `postern ${settings.schema}` },
    ...{ known: witness?.number ?? 0, witness, server: undefined, isBehind: false, isBeginning: false, isSent: false },
  };
  const position = createPositionFile(settings.positionFile);
  let connection: Connection | undefined;
  let previous: Promise<unknown> = Promise.resolve();
  /** When the server was lost, by the clock of `performance`. */
  let lostAt: number | undefined;
  /** Why a commit was ended. */
  let waiting: StoreUnavailable | undefined;
  let closed = false;

  function commit(batches: readonly Batch<ValueBytes>[]): Promise<(Version | false)[]> {
    const answers = previous.then(() => committed(batches));
    previous = answers.catch(() => {});
    return answers;
  }

  async function committed(batches: readonly Batch<ValueBytes>[]): Promise<(Version | false)[]> {
    if (closed) throw nothingWritten(closedError(settings));
    for (const { asOf = 0 } of batches) shared.known = Math.max(shared.known, asOf);
    const { answers, number } = await persist((connection) => flown(connection, batches), resolveDoubt);
    shared.known = Math.max(shared.known, number);
    if (shared.witness) position.note(shared.witness);
    return answers;
  }

  /** Ends a commit that waits for a synchronous standby: the server itself would wait without a limit. */
  async function flown(connection: Connection, batches: readonly Batch<ValueBytes>[]): Promise<Decision> {
    const timer = setInterval(async () => {
      if (!shared.isSent) return;
      waiting = await standbyWait();
      if (waiting) connection.destroy();
    }, settings.timeout);
    try {
      return await fly(connection, batches, shared);
    } finally {
      clearInterval(timer);
    }
  }

  /** The error of a commit if one waits for a synchronous standby, maybe that of another gateway. */
  async function standbyWait(): Promise<StoreUnavailable | undefined> {
    let looking: Connection | undefined;
    try {
      looking = await open();
      const [rows] = await looking.run([{ name: "standby", text: texts.standby }]);
      return rows?.length ? waitsForStandby(settings) : undefined;
    } catch {
      return undefined;
    } finally {
      looking?.destroy();
    }
  }

  /** The numbers of lost commits must not be used again, because readers and other systems may know them. */
  async function startEpoch(): Promise<void> {
    shared.isBeginning = true;
    try {
      const above = shared.known;
      await beginEpoch({ commit: (batches) => committed(unflatten(flatten(batches))) }, Date.now(), above);
      shared.isBehind = false;
    } finally {
      shared.isBeginning = false;
    }
  }

  /** A standby accepts no commits, so that its connections do not outlive its promotion. */
  async function connected(): Promise<Connection> {
    const opened = await open();
    try {
      const { name, isStandby, isBehind } = await inspectServer(opened, texts, shared.witness);
      if (isStandby) throw Object.assign(new Error("it is a standby"), { code: "25006" });
      shared.server = name;
      shared.isBehind = isBehind;
      return opened;
    } catch (error) {
      opened.destroy();
      throw error;
    }
  }

  /** The decision of a flight in doubt if it was committed. Throws what went wrong if it was not. */
  async function resolveDoubt({ flight, decision, cause }: InDoubt): Promise<Decision> {
    const ended = waiting;
    waiting = undefined;
    // The transaction keeps the lock while it waits, so the question would wait too.
    if (ended) throw troubled(ended);
    const isCommitted = await persist((connection) => hasCommitted(connection, flight, shared)).catch((error) => {
      // A new error: that of the question says that the question wrote nothing.
      const { message } = storeError(Object(error).cause ?? error, "say whether a commit succeeded", settings);
      throw new StoreUnavailable(Object(error).reason ?? "failed", message, { cause: error });
    });
    if (isCommitted) {
      shared.witness = { number: decision.number, flight };
      return decision;
    }
    shared.recent.forget();
    throw cause;
  }

  /** Repeats work that had no effect while the server cannot be reached, up to the limit since it was lost. */
  async function persist<T>(
    work: (connection: Connection) => Promise<T>,
    resolve?: (doubt: InDoubt) => Promise<T>,
  ): Promise<T> {
    for (let wait = FIRST_PAUSE; ; wait = Math.min(LONGEST_PAUSE, wait * 2)) {
      try {
        const current: Connection = connection ?? (await connected().catch(refuse));
        connection = current;
        const result = await work(current).catch((error: unknown) => {
          disconnect();
          if (resolve && error instanceof InDoubt) return resolve(error);
          throw error;
        });
        // A standby says that a commit did not succeed, and refuses the next attempt.
        if (resolve) reached();
        return result;
      } catch (error) {
        disconnect();
        if (error instanceof StoreUnavailable) throw error;
        if (error instanceof LostCommits) {
          await startEpoch();
          continue;
        }
        if (!isConnectionFailure(error)) {
          const standby = isLockTimeout(error) ? await standbyWait() : undefined;
          if (standby) throw nothingWritten(troubled(standby));
          reached();
          throw nothingWritten(storeError(error, "commit", settings));
        }
        const trouble = troubled(lost(error));
        if (closed || performance.now() + wait > Number(lostAt) + settings.timeout) throw trouble;
        await pause(wait);
      }
    }
  }

  function troubled(trouble: StoreUnavailable): StoreUnavailable {
    if (lostAt === undefined) onTrouble(trouble.message);
    lostAt ??= performance.now();
    return trouble;
  }

  function reached(): void {
    if (lostAt !== undefined) onTrouble(undefined);
    lostAt = undefined;
  }

  /** Not a `failed` store: the batches of a group are not tried one by one. */
  function lost(error: unknown): StoreUnavailable {
    const { message } = storeError(error, "be reached", settings);
    return new StoreUnavailable("timeout", message, { cause: error, nothingWritten: true });
  }

  function disconnect(): void {
    connection?.destroy();
    connection = undefined;
    shared.recent.forget();
  }

  return {
    commit,
    async send(statement) {
      await connection?.run([statement]);
    },
    idle: () => previous,
    async close() {
      await previous;
      closed = true;
      await position.close();
      await connection?.end().catch(() => {});
    },
  };
}
