import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable } from "@postern/core/storage";
import { Pool, type PoolClient } from "pg";
import { isConnectionFailure, isStarting, storeError } from "../failure.ts";
import type { Settings } from "../options.ts";
import { createTables } from "./tables.ts";

/** Runs work on a connection that nobody else uses meanwhile. */
export interface Sessions {
  /** The work may run twice, because its connection may be lost. `doing` is for the error, such as "read a value". */
  use<T>(doing: string, work: (client: PoolClient) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A value waits for another one of up to 50 MB, so more connections would only need more memory. */
const CONNECTIONS = 2;
/** In milliseconds, beyond the server's own limit of a statement. */
const GRACE = 5_000;
const WAITED = /timeout exceeded when trying to connect/;

/** A small pool, apart from that of the store: a large value never delays a commit. Connects at the first call. */
export function openSessions(settings: Settings): Sessions {
  const { url, shown, timeout, statementTimeout, create } = settings;
  const pool = new Pool({
    connectionString: url,
    application_name: "postern blobs",
    max: CONNECTIONS,
    keepAlive: true,
    // An idle connection does not keep a command from ending.
    allowExitOnIdle: true,
    connectionTimeoutMillis: timeout,
    lock_timeout: timeout,
    statement_timeout: statementTimeout,
    query_timeout: statementTimeout + GRACE,
    idle_in_transaction_session_timeout: statementTimeout,
  });
  // The server may end an idle connection at any time; the next call opens another one.
  pool.on("error", () => {});
  let tables: Promise<void> | undefined;
  let closed: Promise<void> | undefined;

  async function attempt<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const client = await pool.connect();
    const ignore = () => {};
    client.on("error", ignore);
    let failure: unknown;
    try {
      return await work(client);
    } catch (error) {
      failure = error ?? true;
      throw error;
    } finally {
      client.off("error", ignore);
      // After an error its state is unknown.
      client.release(failure !== undefined);
    }
  }

  /** Once more after a connection was lost, and again while the server is starting. */
  async function repeated<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    const until = performance.now() + timeout;
    for (let tries = 1; ; tries++) {
      try {
        return await attempt(work);
      } catch (error) {
        const isWaiting = isStarting(error) && performance.now() < until;
        if (closed || !(isWaiting || (tries === 1 && isConnectionFailure(error)))) throw error;
        if (isWaiting) await pause(200);
      }
    }
  }

  return {
    async use(doing, work) {
      if (closed) throw new StoreUnavailable("closed", `The large values at ${shown} are closed`);
      try {
        if (create) {
          tables ??= repeated((client) => createTables(client, settings.schema));
          await tables.catch((error: unknown) => {
            tables = undefined;
            throw error;
          });
        }
        return await repeated(work);
      } catch (error) {
        if (WAITED.test(String((error as Error).message)))
          throw new StoreUnavailable("timeout", `PostgreSQL at ${shown} did not answer within ${timeout} ms`);
        throw storeError(error, doing, settings);
      }
    },
    close() {
      closed ??= pool.end();
      return closed;
    },
  };
}

/** Runs statements that take effect together, or not at all. */
export async function transact<T>(client: PoolClient, begin: string, work: () => Promise<T>): Promise<T> {
  await client.query(begin);
  const result = await work();
  await client.query("COMMIT");
  return result;
}
