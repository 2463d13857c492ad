import { defineRecord } from "./collection.ts";
import type { Version } from "./number.ts";

/**
 * A period of a store in which no commit number is used twice. It ends when the store is restored to an older state:
 * later commits are lost, and their numbers must never be used again.
 */
export interface Epoch {
  readonly id: string;
  /** The first number of the epoch. */
  readonly first: Version;
  /** The last number before it that was not lost. Absent in epochs that earlier versions began. */
  readonly before?: Version;
}

/** The current epoch of a store. Absent if it was never restored and is not a copy. */
export const currentEpoch = defineRecord<Epoch>("gateway.epoch");
