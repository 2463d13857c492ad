import type { PoolClient } from "pg";

/** Bytes of a part: PostgreSQL and its client hold a few copies of a column while they transfer it. */
export const PART_BYTES = 1024 * 1024;

/** Another gateway created the same schema or table at the same time. */
const CREATED_MEANWHILE = /^(23505|42P06|42P07)$/;

/** The tables of large values in a schema, as they are named in statements. */
export const tablesOf = (schema: string) => ({ blobs: `"${schema}".blobs`, parts: `"${schema}".blob_parts` });

/** Creates missing tables. If they exist, no right to create is needed. */
export async function createTables(client: PoolClient, schema: string): Promise<void> {
  try {
    await create(client, schema);
  } catch (error) {
    await client.query("ROLLBACK");
    if (!CREATED_MEANWHILE.test(String((error as { code?: unknown }).code))) throw error;
    await create(client, schema);
  }
}

async function create(client: PoolClient, schema: string): Promise<void> {
  const { blobs, parts } = tablesOf(schema);
  const exists = "SELECT to_regclass($1) IS NOT NULL AS tables, to_regnamespace($2) IS NOT NULL AS schema";
  const { rows } = await client.query<{ tables: boolean; schema: boolean }>(exists, [parts, `"${schema}"`]);
  if (rows[0]?.tables) return;
  await client.query("BEGIN");
  await client.query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [`${schema}.blobs`]);
  if (!rows[0]?.schema) await client.query(`CREATE SCHEMA IF NOT EXISTS "${schema}"`);
  await client.query(`CREATE TABLE IF NOT EXISTS ${blobs} (
    key text COLLATE "C" PRIMARY KEY,
    size bigint NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp()
  )`);
  await client.query(`CREATE TABLE IF NOT EXISTS ${parts} (
    key text COLLATE "C" NOT NULL REFERENCES ${blobs} ON DELETE CASCADE,
    part integer NOT NULL,
    value bytea NOT NULL,
    PRIMARY KEY (key, part)
  )`);
  // Sound and archives are compressed already.
  await client.query(`ALTER TABLE ${parts} ALTER COLUMN value SET STORAGE EXTERNAL`);
  await client.query("COMMIT");
}
