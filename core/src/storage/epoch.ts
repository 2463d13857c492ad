import { randomInt, randomUUID } from "node:crypto";
import { defineRecord } from "./collection.ts";
import type { CompleteDriver } from "./driver.ts";
import { commitNumber, type Version } from "./number.ts";
import { encodeRecord } from "./record.ts";

/**
 * The stretch of a store's life in which no number is used twice. It ends where an older state of the store takes its
 * place: what was numbered after that state is gone, and its numbers must never mean something else.
 */
export interface Epoch {
  readonly id: string;
  /** The first number of the epoch. */
  readonly first: Version;
}

/** The epoch that a store is in; absent where it was never restored and is no copy. */
export const currentEpoch = defineRecord<Epoch>("gateway.epoch");

/** Numbers follow the clock from here on, faster than a store can commit, so a later restore begins above an earlier one. */
const ORIGIN = Date.UTC(2026, 0, 1);
const NUMBERS_PER_MS = 10;
/** Where the clock is of no use, numbers jump at random this far. */
const JUMP = 2 ** 30;

/** Begins a new epoch: the numbers of all later commits are above those of every epoch before. */
export async function beginEpoch(driver: CompleteDriver, now: number): Promise<void> {
  const [last] = await driver.commit([{ checks: [], writes: [] }]);
  const number = last === undefined || last === false ? 0 : last;
  const byClock = Math.floor((now - ORIGIN) * NUMBERS_PER_MS);
  const first = byClock > number ? byClock : number + JUMP + randomInt(JUMP);
  const value = encodeRecord({ id: randomUUID(), first: commitNumber });
  await driver.commit([{ checks: [], writes: [{ key: currentEpoch.key, value }], atLeast: first }]);
}
