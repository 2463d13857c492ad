import { randomUUID } from "node:crypto";
import {
  type BlobStorage,
  type CompleteDriver,
  complete,
  decodeRecord,
  defineRecord,
  encodeRecord,
  type StoreDriver,
} from "@postern/core/storage";
import { readBlobPlace, shownBlobs } from "./blob-place.ts";
import { Exit, Refusal } from "./exit.ts";
import type { Settings } from "./settings.ts";

/** The id of the store that large values belong to. It is part of backups and of copies. */
const storeRecord = defineRecord<string>("gateway.blobs-owner");
/** The same id among the large values. It is not the name of a value, so it is never listed or swept. */
const OWNER = "postern:owner";

/**
 * Refuses large values that belong to another store: gateways delete values that no record of their store names. Values
 * without an owner are claimed. This also shows that they can be reached.
 */
export async function claimBlobs(settings: Settings, driver: StoreDriver, blobs: BlobStorage): Promise<void> {
  if (readBlobPlace(settings).kind === "files") return;
  const found = await ownerOf(blobs);
  const id = await idOf(driver);
  if (id === undefined || id === found) return;
  if (found === undefined) {
    await blobs.setItemRaw(OWNER, Buffer.from(id));
    if ((await ownerOf(blobs)) === id) return;
  }
  throw new Refusal(
    `The large values at ${shownBlobs(settings)} belong to another store. Use a separate bucket, prefix or schema for each store: a gateway deletes large values that its store does not use. If the other store no longer exists, delete ${markOf(settings)}.`,
    Exit.conflict,
  );
}

const markOf = (settings: Settings): string =>
  readBlobPlace(settings).kind === "s3"
    ? `the object "${OWNER.replace(":", "/")}" there`
    : `the row "${OWNER}" of the table blobs there`;

async function ownerOf(blobs: BlobStorage): Promise<string | undefined> {
  const found = await blobs.getItemRaw(OWNER);
  return found instanceof Uint8Array ? Buffer.from(found).toString() : undefined;
}

/** The id in the store, which is created if needed. Undefined for a plain driver and for a read-only store. */
async function idOf(driver: StoreDriver): Promise<string | undefined> {
  if (!(driver.commit && driver.range && driver.snapshot)) return undefined;
  const store = await complete(driver);
  const known = await read(store);
  if (known !== undefined || store.trouble()) return known;
  const { key } = storeRecord;
  const check = { start: key, end: `${key}\0`, found: [] };
  // If another gateway has created an id in the meantime, that id is kept.
  await store.commit([{ checks: [check], writes: [{ key, value: encodeRecord(randomUUID()) }] }]);
  store.refresh?.();
  return read(store);
}

async function read(store: CompleteDriver): Promise<string | undefined> {
  const text = await store.getItem(storeRecord.key);
  return text === null ? undefined : (decodeRecord(storeRecord.key, String(text)).data as string);
}
