import type { BlobStorage } from "@postern/core/storage";
import { type PostgresOptions, readOptions } from "../options.ts";
import { readValue } from "./read.ts";
import { openSessions } from "./sessions.ts";
import { tablesOf } from "./tables.ts";
import { writeValue } from "./write.ts";

export type BlobOptions = Pick<PostgresOptions, "url" | "schema" | "create" | "timeout" | "statementTimeout">;

/** Other rows are notes about the values. */
const NAME = /^[a-z][a-z0-9_-]*:[0-9a-f]{2}:[0-9a-f]{64}$/;
/** Rows of a page of keys. */
const PAGE = 10_000;

/**
 * Opens the large values in a database, for small sites: values in parts of 1 MiB, in the tables `blobs` and
 * `blob_parts` of the store's schema. Connects at the first call. A value is durable when `setItemRaw` resolves, and
 * readers see all of it or none. All methods fail with `StoreUnavailable`, which never contains the password.
 */
export function openBlobs(options: BlobOptions): BlobStorage & { dispose(): Promise<void> } {
  const settings = readOptions(options);
  const { schema } = settings;
  const { use, close } = openSessions(settings);
  const { blobs } = tablesOf(schema);

  const keysBetween = (after: string, end: string) =>
    use("list large values", async (client) => {
      const text = `SELECT key FROM ${blobs} WHERE key > $1 AND key < $2 ORDER BY key LIMIT ${PAGE}`;
      const { rows } = await client.query<{ key: string }>({ name: "blob keys", text, values: [after, end] });
      return rows.map(({ key }) => key);
    });

  return {
    getItemRaw: (key) => use("read a large value", (client) => readValue(client, schema, key)),
    setItemRaw: (key, value) => use("write a large value", (client) => writeValue(client, schema, key, value)),
    async removeItem(key) {
      const text = `DELETE FROM ${blobs} WHERE key = $1`;
      await use("delete a large value", (client) => client.query({ name: "blob delete", text, values: [key] }));
    },
    async getKeys(base = "") {
      // ";" is the character after ":", and "~" is after every key.
      const [start, end] = base === "" ? ["", "~"] : [`${base}:`, `${base};`];
      const keys: string[] = [];
      for (let page = await keysBetween(start, end); ; page = await keysBetween(page.at(-1) as string, end)) {
        for (const key of page) if (NAME.test(key)) keys.push(key);
        if (page.length < PAGE) return keys;
      }
    },
    async getMeta(key) {
      const text = `SELECT size, created_at FROM ${blobs} WHERE key = $1`;
      const { rows } = await use("read a large value", (client) =>
        client.query<{ size: string; created_at: Date }>({ name: "blob meta", text, values: [key] }),
      );
      const [found] = rows;
      return found ? { size: Number(found.size), mtime: found.created_at } : {};
    },
    dispose: close,
  };
}
