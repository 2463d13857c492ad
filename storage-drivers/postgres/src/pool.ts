import { StoreUnavailable } from "@postern/core/storage";
import type { Connection, Row } from "./connection.ts";
import { storeError } from "./failure.ts";
import type { Settings } from "./options.ts";
import type { Statement } from "./statements.ts";

export interface Pool {
  /** A connection that nobody else uses. Waits for one to be released, up to the limit. */
  take(): Promise<Connection>;
  /** Returns a connection. One that is closed is replaced at the next use. */
  give(connection: Connection): void;
  /** Runs statements on one of the connections, which is closed if that fails. */
  run(statements: readonly Statement[]): Promise<Row[][]>;
  /** How many connections are open and in use, and how many callers wait for one. */
  counts(): { open: number; busy: number; waiting: number };
  close(): Promise<void>;
}

interface Waiting {
  resolve(connection: Connection): void;
  reject(error: unknown): void;
}

/** How long a read waits for a free connection, in milliseconds. */
const WAIT = 10_000;

/** A limited number of connections, each opened when it is first needed. */
export function createPool(size: number, open: () => Promise<Connection>, settings: Settings): Pool {
  const idle: Connection[] = [];
  const all = new Set<Connection>();
  const waiting: Waiting[] = [];
  let opening = 0;
  let closed = false;

  function take(): Promise<Connection> {
    if (closed) return Promise.reject(closedError(settings));
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (connection.isOpen()) return Promise.resolve(connection);
      all.delete(connection);
    }
    if (all.size + opening < size) return openOne();
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        waiting.splice(waiting.indexOf(one), 1);
        const message = `All ${size} connections to PostgreSQL at ${settings.shown} are in use`;
        reject(new StoreUnavailable("timeout", message));
      }, WAIT);
      const one: Waiting = {
        resolve(connection) {
          clearTimeout(late);
          resolve(connection);
        },
        reject(error) {
          clearTimeout(late);
          reject(error);
        },
      };
      waiting.push(one);
    });
  }

  async function openOne(): Promise<Connection> {
    opening++;
    try {
      const connection = await open();
      if (closed) {
        connection.destroy();
        throw closedError(settings);
      }
      all.add(connection);
      return connection;
    } catch (error) {
      throw storeError(error, "be reached", settings);
    } finally {
      opening--;
    }
  }

  function give(connection: Connection): void {
    if (!connection.isOpen()) {
      all.delete(connection);
      const next = waiting.shift();
      if (next) openOne().then(next.resolve, next.reject);
      return;
    }
    const next = waiting.shift();
    if (next) next.resolve(connection);
    else idle.push(connection);
  }

  async function run(statements: readonly Statement[]): Promise<Row[][]> {
    const connection = await take();
    try {
      return await connection.run(statements);
    } catch (error) {
      connection.destroy();
      throw error;
    } finally {
      give(connection);
    }
  }

  async function close(): Promise<void> {
    closed = true;
    for (const { reject } of waiting.splice(0)) reject(closedError(settings));
    await Promise.all([...all].map((connection) => connection.end().catch(() => {})));
  }

  const counts = () => ({ open: all.size, busy: all.size - idle.length, waiting: waiting.length });
  return { take, give, run, counts, close };
}

export const closedError = ({ shown }: Pick<Settings, "shown">): StoreUnavailable =>
  new StoreUnavailable("closed", `The store at ${shown} is closed`);
