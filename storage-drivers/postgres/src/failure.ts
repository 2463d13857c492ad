import { DamagedRecord, StoreUnavailable, saysNothingWritten, type Unavailable } from "@postern/core/storage";
import type { Settings } from "./options.ts";

/** An error whose statement certainly had no effect, although the connection may be lost. */
export interface PostgresError extends Error {
  readonly code?: string;
}

/** The server is not reachable, restarting, a standby, or it ended the connection. The next attempt may succeed. */
const GONE =
  /^(08...|57P0[1-5]|53300|25006|25P03|25P04|ECONN\w+|EPIPE|ENOENT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ENOTFOUND)$/;
const LOST =
  /^(Connection terminated|timeout expired|Client has encountered|Client was closed|The server does not answer)/;

/** Whether another attempt, on a new connection, may succeed. */
export function isConnectionFailure(error: unknown): boolean {
  const { code, message } = Object(error) as PostgresError;
  return GONE.test(String(code)) || LOST.test(String(message));
}

/** Whether the server accepts no connections yet. */
export const isStarting = (error: unknown): boolean => Object(error).code === "57P03";

/** Whether a transaction has held the lock for too long. */
export const isLockTimeout = (error: unknown): boolean => Object(error).code === "55P03";

export const waitsForStandby = ({ shown }: Pick<Settings, "shown">): StoreUnavailable =>
  new StoreUnavailable(
    "timeout",
    `PostgreSQL at ${shown} waits for a synchronous standby that does not answer. Start the standby, or remove it from synchronous_standby_names.`,
  );

const REASONS: Readonly<Record<string, Unavailable>> = {
  "53100": "full",
  "53200": "full",
  "42501": "read_only",
  "42P01": "missing",
  "3F000": "missing",
  "3D000": "missing",
  "57014": "timeout",
  "55P03": "timeout",
};

/** An error of PostgreSQL as an error of the store, which names the server and never the password. */
export function storeError(error: unknown, doing: string, { shown }: Pick<Settings, "shown">): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const { code, message = String(error) } = Object(error) as PostgresError;
  const reason = REASONS[String(code)] ?? "failed";
  return new StoreUnavailable(reason, `PostgreSQL at ${shown} could not ${doing}: ${message || code}`, {
    cause: error,
  });
}

/** An error as it is sent between threads. */
export interface Failure {
  readonly message: string;
  /** The key of a damaged record. */
  readonly key?: string | undefined;
  /** Why the store cannot be used, if that is the reason. */
  readonly reason?: Unavailable | undefined;
  /** Whether a commit failed before anything was written. */
  readonly nothingWritten?: boolean | undefined;
}

export function toFailure(error: unknown): Failure {
  const { message, key, reason } = Object(error) as Failure;
  return { message: message ?? String(error), key, reason, nothingWritten: saysNothingWritten(error) };
}

export function fromFailure({ message, key, reason, nothingWritten = false }: Failure): Error {
  if (reason !== undefined) return new StoreUnavailable(reason, message, { nothingWritten });
  return Object.assign(key === undefined ? new Error(message) : new DamagedRecord(key), { nothingWritten });
}
