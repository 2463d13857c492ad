import { type Batch, decodeRecord, encodeRecord, type Reader } from "@postern/core/storage";
import lmdb from "@postern/storage-lmdb";
import { folder } from "./folder.ts";

export const put = (key: string, data: unknown): Batch => ({
  checks: [],
  writes: [{ key, value: encodeRecord(data) }],
});
export const ALL = { start: "", end: "\uffff", limit: 1e9 };

export const opened: ReturnType<typeof lmdb>[] = [];
export function open(path = folder()) {
  const store = lmdb({ path });
  opened.push(store);
  return store;
}

export async function dataAt(reader: Reader, key: string): Promise<unknown> {
  const text = await reader.getItem(key);
  return text === null ? undefined : decodeRecord(key, text).data;
}
