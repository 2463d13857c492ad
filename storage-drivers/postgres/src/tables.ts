import { StoreUnavailable } from "@postern/core/storage";
import type { Connection } from "./connection.ts";
import type { Settings } from "./options.ts";

/** PostgreSQL 15, the oldest version that is supported. */
const OLDEST = 150_000;

/**
 * The steps from one version of the tables to the next. Steps that have been released are never changed.
 *
 * The last commit is the last row of a table and not a row that is updated: while a snapshot is open, PostgreSQL keeps
 * all earlier versions of an updated row, and each commit would have to pass them.
 */
const STEPS: readonly ((schema: string) => readonly string[])[] = [
  (schema) => [
    `CREATE TABLE "${schema}".records (key text COLLATE "C" PRIMARY KEY, value text NOT NULL) WITH (fillfactor = 90)`,
    `CREATE TABLE "${schema}".commits (number bigint PRIMARY KEY, flight uuid NOT NULL, committed_at timestamptz NOT NULL DEFAULT clock_timestamp())`,
    `CREATE INDEX ON "${schema}".commits (flight)`,
    `INSERT INTO "${schema}".commits (number, flight) VALUES (0, gen_random_uuid())`,
  ],
];

/** Creates the tables, or updates them to this version. Throws StoreUnavailable if the server cannot keep the store. */
export async function prepareTables(connection: Connection, settings: Settings): Promise<void> {
  await checkServer(connection, settings);
  const found = await versionOf(connection, settings);
  if (found === STEPS.length) return;
  if (found > STEPS.length)
    throw new StoreUnavailable(
      "failed",
      `The tables at ${settings.shown} have version ${found}, but this version of Postern supports up to ${STEPS.length}. Use a newer version.`,
    );
  if (found === 0 && !settings.create)
    throw new StoreUnavailable(
      "missing",
      `There is no store at ${settings.shown} in the schema "${settings.schema}". Check the URL, or set create: true to create it.`,
    );
  await update(connection, settings);
}

/** Refuses a server that is too old, or that can lose acknowledged commits in a crash. */
async function checkServer(connection: Connection, { allowDataLoss, shown }: Settings): Promise<void> {
  const text =
    "SELECT current_setting('server_version_num'), current_setting('server_version'), current_setting('fsync'), current_setting('synchronous_commit'), current_setting('server_encoding')";
  const [[row = []] = []] = await connection.run([{ name: "server", text }]);
  const [number, version, fsync, commit, encoding] = row;
  const fault =
    Number(number) < OLDEST
      ? `has version ${version}. Postern needs version 15 or newer.`
      : encoding !== "UTF8"
        ? `has a database with the encoding ${encoding}. Create one with the encoding UTF8.`
        : undefined;
  if (fault) throw new StoreUnavailable("failed", `PostgreSQL at ${shown} ${fault}`);
  const unsafe = fsync !== "on" ? "fsync" : commit === "off" ? "synchronous_commit" : undefined;
  if (unsafe && !allowDataLoss)
    throw new StoreUnavailable(
      "failed",
      `PostgreSQL at ${shown} can lose acknowledged commits in a crash: ${unsafe} is off. Set it to on, or allow it with ?allowDataLoss=true in the URL.`,
    );
}

/** The version of the tables; 0 if there are none. */
async function versionOf(connection: Connection, { schema }: Settings): Promise<number> {
  // Functions such as to_regclass would still answer from a cache when another gateway has just created the tables.
  const text =
    "SELECT obj_description(c.oid, 'pg_class') FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = $1 AND c.relname = 'records'";
  const [[row] = []] = await connection.run([{ name: "comment", text, values: [schema] }]);
  return Number(/^postern (\d+)$/.exec(row?.[0] ?? "")?.[1] ?? 0);
}

/** Several gateways may start at the same time, so only one updates. */
async function update(connection: Connection, settings: Settings): Promise<void> {
  const { schema } = settings;
  const run = (text: string) => connection.run([{ name: "", text }]);
  await run("BEGIN");
  try {
    await run(`SELECT pg_advisory_xact_lock(hashtextextended('postern tables ${schema}', 0))`);
    const found = await versionOf(connection, settings);
    if (found < STEPS.length) {
      if (!(await exists(connection, schema))) await run(`CREATE SCHEMA "${schema}"`);
      for (const step of STEPS.slice(found)) for (const text of step(schema)) await run(text);
      await run(`COMMENT ON TABLE "${schema}".records IS 'postern ${STEPS.length}'`);
    }
    await run("COMMIT");
  } catch (error) {
    await run("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function exists(connection: Connection, schema: string): Promise<boolean> {
  const text = "SELECT 1 FROM pg_namespace WHERE nspname = $1";
  const [rows] = await connection.run([{ name: "schema", text, values: [schema] }]);
  return rows?.length === 1;
}
