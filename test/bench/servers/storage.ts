import { join } from "node:path";
import lmdb from "@postern/storage-lmdb";
import postgres from "@postern/storage-postgres";
import { folder } from "./ready.ts";

/** The store of this contestant: the PostgreSQL database of `STORE`, or LMDB in a folder. */
export function openStorage(path = folder) {
  const { STORE: url } = process.env;
  return url ? postgres({ url }) : lmdb({ path });
}

export const storeFolder = join(folder, "store");
