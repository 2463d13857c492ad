import type { Duplex } from "node:stream";
import { Client } from "pg";
import type { Settings } from "./options.ts";
import type { Statement } from "./statements.ts";

/** Values of a row as PostgreSQL sends them: numbers of 64 bits are text. */
export type Row = readonly string[];

/** A connection that sends several statements without waiting for the answers in between. */
export interface Connection {
  /**
   * Runs the statements in order and returns the rows of each. Rejects with the first error, after all have answered.
   * Each statement is separate: after an error the later ones run too, except in a transaction.
   */
  run(statements: readonly Statement[], limitMs?: number): Promise<Row[][]>;
  isOpen(): boolean;
  /** Closes it at once; what runs is aborted. */
  destroy(): void;
  end(): Promise<void>;
}

export type Role = "reader" | "writer" | "listener";

/** In milliseconds, beyond the server's own limit of a statement. */
const GRACE = 5_000;
const CONNECT_LIMIT = 5_000;
/** A writer that stops in the middle of a transaction blocks the others for so long, in milliseconds. */
const WRITER_IDLE = 5_000;

/** Only index scans: without statistics the planner may prefer to read the whole table. */
const SETTINGS = "SET enable_seqscan = off; SET enable_bitmapscan = off; SET enable_sort = off; SET jit = off";

export async function connect(
  { url, statementTimeout, snapshotTimeout, timeout }: Settings,
  role: Role,
  onNotification?: (payload: string) => void,
): Promise<Connection> {
  const client = new Client({
    connectionString: url,
    application_name: `postern ${role}`,
    pipeline: true,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_LIMIT,
    statement_timeout: statementTimeout,
    lock_timeout: timeout,
    idle_in_transaction_session_timeout: role === "writer" ? WRITER_IDLE : snapshotTimeout,
  });
  let open = true;
  client.on("error", () => {
    open = false;
  });
  client.on("end", () => {
    open = false;
  });
  if (onNotification) client.on("notification", ({ payload = "" }) => onNotification(payload));

  const socket = () => (client as unknown as { connection: { stream: Duplex } }).connection.stream;

  function destroy(): void {
    open = false;
    socket().destroy();
  }

  async function run(statements: readonly Statement[], limitMs = statementTimeout): Promise<Row[][]> {
    if (!open) throw new Error("Connection terminated");
    const late = setTimeout(destroy, limitMs + GRACE);
    // One packet for all of them.
    socket().cork();
    const sent = statements.map(({ name, text, values = [] }) =>
      client.query<string[]>({ name, text, values: [...values], rowMode: "array", types: AS_TEXT }),
    );
    socket().uncork();
    try {
      const answers = await Promise.allSettled(sent);
      return answers.map((answer) => {
        if (answer.status === "rejected") throw answer.reason;
        return answer.value.rows;
      });
    } finally {
      clearTimeout(late);
    }
  }

  await client.connect().catch((error: unknown) => {
    destroy();
    throw error;
  });
  await client.query(role === "writer" ? SETTINGS : `${SETTINGS}; SET default_transaction_read_only = on`);
  return { run, isOpen: () => open, destroy, end: () => client.end() };
}

const AS_TEXT = { getTypeParser: () => (text: string) => text } as never;
