import type { PoolClient } from "pg";
import { transact } from "./sessions.ts";
import { PART_BYTES, tablesOf } from "./tables.ts";

/** Writes or replaces a value in one transaction. It is on the server's disk when this resolves. */
export async function writeValue(client: PoolClient, schema: string, key: string, value: Uint8Array): Promise<void> {
  const { blobs, parts } = tablesOf(schema);
  // A view, not a copy.
  const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
  await transact(client, "BEGIN", async () => {
    // The setting of the server may acknowledge a commit before it is on disk.
    await client.query("SET LOCAL synchronous_commit = on");
    await client.query({
      name: "blob put",
      text: `INSERT INTO ${blobs} (key, size) VALUES ($1, $2) ON CONFLICT (key) DO UPDATE SET size = excluded.size, created_at = clock_timestamp()`,
      values: [key, bytes.length],
    });
    await client.query({ name: "blob clear", text: `DELETE FROM ${parts} WHERE key = $1`, values: [key] });
    for (let part = 0; part * PART_BYTES < bytes.length; part++) {
      const begin = part * PART_BYTES;
      await client.query({
        name: "blob put part",
        text: `INSERT INTO ${parts} (key, part, value) VALUES ($1, $2, $3)`,
        values: [key, part, bytes.subarray(begin, begin + PART_BYTES)],
      });
    }
  });
}
