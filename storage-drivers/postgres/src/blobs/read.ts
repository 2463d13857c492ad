import type { PoolClient } from "pg";
import { transact } from "./sessions.ts";
import { PART_BYTES, tablesOf } from "./tables.ts";

interface First {
  readonly size: string;
  readonly value: Buffer | null;
}

/** Reads a value part by part into memory that is allocated once. Null if it does not exist. */
export async function readValue(client: PoolClient, schema: string, key: string): Promise<Buffer | null> {
  const { blobs, parts } = tablesOf(schema);
  const first = async () => {
    const text = `SELECT b.size, p.value FROM ${blobs} b LEFT JOIN ${parts} p ON p.key = b.key AND p.part = 0 WHERE b.key = $1`;
    const { rows } = await client.query<First>({ name: "blob first", text, values: [key] });
    return rows[0];
  };
  const found = await first();
  if (found === undefined) return null;
  if (Number(found.size) <= PART_BYTES) return found.value ?? Buffer.alloc(0);
  // All parts of one moment: the value may be deleted or written again meanwhile.
  return transact(client, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", async () => {
    const again = await first();
    if (again === undefined) return null;
    const bytes = Buffer.allocUnsafe(Number(again.size));
    let at = again.value?.copy(bytes) ?? 0;
    for (let part = 1; at < bytes.length; part++) {
      const text = `SELECT value FROM ${parts} WHERE key = $1 AND part = $2`;
      const { rows } = await client.query<{ value: Buffer }>({ name: "blob part", text, values: [key, part] });
      const read = rows[0]?.value.copy(bytes, at) ?? 0;
      if (read === 0) throw new Error(`the value ${key} is incomplete: part ${part} is missing`);
      at += read;
    }
    return bytes;
  });
}
