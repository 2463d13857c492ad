export type { MaybePromise } from "./after.ts";
export { after } from "./after.ts";
export type { BlobStorage } from "./blobs.ts";
export {
  type Collection,
  type Counter,
  defineCollection,
  defineCounter,
  defineRecord,
  defineSortedSet,
  type IndexKeys,
  type OnPut,
  type SingleRecord,
  type SortedSet,
} from "./collection.ts";
export { type CommitQueue, createCommitQueue, type Turn } from "./commit-queue.ts";
export type { Verified } from "./driver.ts";
export {
  type Add,
  type Batch,
  type Check,
  type CompleteDriver,
  type CountQuery,
  countIn,
  type Entry,
  type Guarantees,
  type Place,
  type Put,
  type RangeQuery,
  type Reader,
  type Snapshot,
  type StoreDriver,
  type Write,
} from "./driver.ts";
export { beginEpoch, currentEpoch, type Epoch } from "./epoch.ts";
export { DamagedRecord, NotUnique, StoreBusy, StoreUnavailable, type Unavailable, unavailable } from "./errors.ts";
export { encodeBelow, encodeKey, isSpelled, type Key, type KeyPart, rangeOf } from "./key.ts";
export { keysToMaterialize, materialize } from "./materialize.ts";
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
export { holds, isPoint, type Standing } from "./plain/check.ts";
export { type CompleteOptions, complete } from "./plain/complete.ts";
export type { PlainDriver } from "./plain/plain-driver.ts";
export { readOnly, refusalIn } from "./plain/read-only.ts";
export { createSnapshots, type Snapshots } from "./plain/snapshot.ts";
export { SortedKeys } from "./plain/sorted-keys.ts";
export { decodeRecord, encodeRecord, type Stored, versionOf } from "./record.ts";
export {
  latestReads,
  type MutableRecords,
  type Reads,
  type Records,
  readsOf,
  recordsOf,
  type Within,
} from "./records.ts";
export { type StoreView, storeViewOf } from "./store-view.ts";
export { Transaction } from "./transaction.ts";
export type { Sum } from "./verify.ts";
export { bucketOf, changed, verified } from "./verify.ts";
