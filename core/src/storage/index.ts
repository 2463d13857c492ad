export { after, type MaybePromise } from "./after.ts";
export type { BlobStorage } from "./blobs.ts";
export * from "./collection.ts";
export { type CommitQueue, createCommitQueue, type Turn } from "./commit-queue.ts";
export { complete } from "./complete.ts";
export * from "./driver.ts";
export { currentEpoch, type Epoch } from "./epoch.ts";
export {
  beforeWriting,
  DamagedRecord,
  messageOf,
  NotUnique,
  nothingWritten,
  OutcomeUnknown,
  StoreBusy,
  StoreUnavailable,
  saysNothingWritten,
  type Unavailable,
  unavailable,
} from "./errors.ts";
export { encodeBelow, encodeKey, isEncodedKey, type Key, type KeyPart, rangeOf } from "./key.ts";
export * from "./materialize.ts";
export {
  type CommitNumber,
  commitNumber,
  inKey,
  inValue,
  known,
  MARK,
  notJson,
  STAMP,
  type Version,
  versionstamp,
} from "./number.ts";
export type { Found, Page, PageOptions } from "./page.ts";
export { isSingleKey, isUnchanged, type StoreState } from "./plain/check.ts";
export type { CompleteOptions } from "./plain/options.ts";
export type { PlainDriver } from "./plain/plain-driver.ts";
export { readOnly, refusalIn } from "./plain/read-only.ts";
export { createSnapshots, type Snapshots } from "./plain/snapshot.ts";
export { SortedKeys } from "./plain/sorted-keys.ts";
export {
  decodeRecord,
  encodeJson,
  encodeRecord,
  inHex,
  SEAL_LENGTH,
  type Stored,
  sealOf,
  versionOf,
} from "./record.ts";
export * from "./records.ts";
export { type StoreView, storeViewOf } from "./store-view.ts";
export { Transaction } from "./transaction.ts";
