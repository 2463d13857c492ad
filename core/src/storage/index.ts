export { after } from "./after.ts";
export {
  type Add,
  type Batch,
  type Check,
  type CompleteDriver,
  type CountQuery,
  countIn,
  type Entry,
  type Guarantees,
  isPoint,
  type MaybePromise,
  type Place,
  type Put,
  type RangeQuery,
  type Reader,
  type Snapshot,
  type StoreDriver,
  type Write,
} from "./driver.ts";
export { DamagedRecord, NotUnique, StoreBusy, StoreUnavailable, type Unavailable, unavailable } from "./errors.ts";
export { encodeKey, isSpelled, type Key, type KeyPart, rangeOf } from "./key.ts";
export {
  type CommitNumber,
  commitNumber,
  commitStamp,
  inKey,
  inValue,
  known,
  MARK,
  STAMP,
  type Version,
} from "./number.ts";
export { decodeRecord, encodeRecord, type Stored, seal, versionOf } from "./record.ts";
export { keysToSettle, settle } from "./settle.ts";
