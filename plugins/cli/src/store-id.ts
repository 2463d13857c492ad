import { randomUUID } from "node:crypto";
import { type CompleteDriver, decodeRecord, defineRecord, encodeRecord, type StoreDriver } from "@postern/core/storage";
import { type Placed, readStore } from "./store.ts";

/** What a data folder and its store know each other by. It travels with the records, into backups too. */
const storeId = defineRecord<string>("gateway.store-id");

type Embedded = StoreDriver & CompleteDriver;

/** The embedded store alone can be exchanged by copying files; others are known by their address. */
const isEmbedded = (placed: Placed, driver: StoreDriver): driver is Embedded =>
  readStore(placed).name === "lmdb" && driver.commit !== undefined;

/** Undefined where the store has none yet, or cannot have one. */
export async function idOf(placed: Placed, driver: StoreDriver): Promise<string | undefined> {
  if (!isEmbedded(placed, driver)) return undefined;
  const text = await driver.getItem(storeId.key);
  return text === null ? undefined : (decodeRecord(storeId.key, String(text)).data as string);
}

/** Gives the store an id where it has none, and answers it. A store that cannot be written keeps none. */
export async function identify(placed: Placed, driver: StoreDriver): Promise<string | undefined> {
  const known = await idOf(placed, driver);
  if (known !== undefined || !isEmbedded(placed, driver) || driver.trouble()) return known;
  const key = storeId.key;
  const check = { start: key, end: `${key}\0`, found: [] };
  try {
    // Another process may have given one meanwhile: then that one stays.
    await driver.commit([{ checks: [check], writes: [{ key, value: encodeRecord(randomUUID()) }] }]);
  } catch {
    return undefined;
  }
  return idOf(placed, driver);
}
