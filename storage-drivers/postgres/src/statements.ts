/** A prepared statement with its parameters. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** A buffer is text as UTF-8. */
  readonly values?: readonly (string | number | Buffer)[];
}

/** Texts are sent as one, separated by a character that neither keys nor JSON contain: arrays cost three times as much. */
export const SEPARATOR = "\u0001";
const list = (parameter: string) => `string_to_array(${parameter}, E'\\x01')`;

/** The characters of a record's head that contain its version: see the text of records in the core. */
const VERSION = "substr(r.value, 6, 14)";

export type Statements = ReturnType<typeof statementsOf>;

/** All statements on the tables of a schema. */
export function statementsOf(schema: string) {
  const records = `"${schema}".records`;
  const commits = `"${schema}".commits`;
  const asked = `unnest(${list("$1")}, ${list("$2")}, ${list("$3")}::int[], ${list("$4")}::int[])`;
  const last = `(SELECT number FROM ${commits} ORDER BY number DESC LIMIT 1)`;

  /** Several ranges in one statement, each with its own limit: one row per entry, with the position of its range. */
  const ranges = (columns: string, order: "ASC" | "DESC") =>
    `SELECT q.at, r.* FROM ${asked} WITH ORDINALITY AS q(low, high, size, skip, at), LATERAL (SELECT ${columns} FROM ${records} WHERE key >= q.low AND key < q.high ORDER BY key ${order} LIMIT q.size OFFSET q.skip) r`;

  return {
    items: `SELECT key, value FROM ${records} WHERE key = ANY(${list("$1")})`,
    forward: ranges("key, value", "ASC"),
    backward: ranges("key, value", "DESC"),
    forwardKeys: ranges("key", "ASC"),
    backwardKeys: ranges("key", "DESC"),
    count: `SELECT q.at, (SELECT count(*)::int FROM (SELECT FROM ${records} WHERE key >= q.low AND key < q.high LIMIT q.size) r) FROM ${asked} WITH ORDINALITY AS q(low, high, size, skip, at)`,
    number: `SELECT number, flight FROM ${commits} ORDER BY number DESC LIMIT 1`,
    clock: "SELECT extract(epoch FROM clock_timestamp()) * 1000",
    size: `SELECT pg_total_relation_size('${records}'::regclass) + pg_total_relation_size('${commits}'::regclass)`,
    lock: `SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`,
    /** Versions of records, unless the last commit is the one that the gateway knows. */
    versions: `SELECT r.key, ${VERSION} FROM ${records} r WHERE r.key = ANY(${list("$1")}) AND ${last} <> $2::bigint`,
    /** Keys and versions of ranges, those from position $5 on only if the last commit is not the one that is known. */
    found: `SELECT q.at, r.* FROM ${asked} WITH ORDINALITY AS q(low, high, size, skip, at), LATERAL (SELECT r.key, ${VERSION} FROM ${records} r WHERE r.key >= q.low AND r.key < q.high ORDER BY r.key LIMIT q.size) r WHERE q.at <= $5::int OR ${last} <> $6::bigint`,
    put: `INSERT INTO ${records} SELECT * FROM unnest(${list("$1")}, ${list("$2")}) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
    remove: `DELETE FROM ${records} WHERE key = ANY(${list("$1")})`,
    advance: `INSERT INTO ${commits} (number, flight) VALUES ($1::bigint, $2::uuid)`,
    /** The system identifier and the timeline of the server; null for a standby. */
    identity:
      "SELECT CASE WHEN NOT pg_is_in_recovery() THEN (SELECT system_identifier FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) END",
    /** The first and the last number, and the transaction of one number. */
    around: `SELECT (SELECT number FROM ${commits} ORDER BY number LIMIT 1), ${last}, (SELECT flight FROM ${commits} WHERE number = $1::bigint)`,
    /** One row if a commit waits for a synchronous standby. */
    standby:
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'postern writer' AND wait_event = 'SyncRep' LIMIT 1",
    flown: `SELECT number FROM ${commits} WHERE flight = $1::uuid`,
    forget: `DELETE FROM ${commits} WHERE number < $1::bigint AND committed_at < clock_timestamp() - interval '1 hour'`,
    begin: "BEGIN",
    snapshot: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    commit: "COMMIT",
    rollback: "ROLLBACK",
    notify: "SELECT pg_notify($1, $2)",
  };
}
