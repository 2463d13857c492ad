import { randomUUID } from "node:crypto";
import { type CompleteDriver, decodeRecord, defineRecord, encodeRecord, type StoreDriver } from "@postern/core/storage";
import { type Placed, readStore } from "./store.ts";

/** The id that links a data folder and its store. It is part of the records and of backups. */
const storeId = defineRecord<string>("gateway.store-id");

type Embedded = StoreDriver & CompleteDriver;

/** Only the embedded store can be replaced by copying files; others are identified by their address. */
const isEmbedded = (placed: Placed, driver: StoreDriver): driver is Embedded =>
  readStore(placed).name === "lmdb" && driver.commit !== undefined;

/** Undefined if the store has no id yet, or cannot have one. */
export async function idOf(placed: Placed, driver: StoreDriver): Promise<string | undefined> {
  if (!isEmbedded(placed, driver)) return undefined;
  const text = await driver.getItem(storeId.key);
  return text === null ? undefined : (decodeRecord(storeId.key, String(text)).data as string);
}

/** Returns the id of the store, and creates it if needed. A read-only store gets no id. */
export async function identify(placed: Placed, driver: StoreDriver): Promise<string | undefined> {
  const known = await idOf(placed, driver);
  if (known !== undefined || !isEmbedded(placed, driver) || driver.trouble()) return known;
  const key = storeId.key;
  const check = { start: key, end: `${key}\0`, found: [] };
  try {
    // If another process has created an id in the meantime, that id is kept.
    await driver.commit([{ checks: [check], writes: [{ key, value: encodeRecord(randomUUID()) }] }]);
  } catch {
    return undefined;
  }
  return idOf(placed, driver);
}
