import { randomInt, randomUUID } from "node:crypto";
import { defineRecord } from "./collection.ts";
import type { CompleteDriver } from "./driver.ts";
import { commitNumber, type Version } from "./number.ts";
import { encodeRecord } from "./record.ts";

/**
 * A period of a store in which no commit number is used twice. It ends when the store is restored to an older state:
 * later commits are lost, and their numbers must never be used again.
 */
export interface Epoch {
  readonly id: string;
  /** The first number of the epoch. */
  readonly first: Version;
}

/** The current epoch of a store. Absent if it was never restored and is not a copy. */
export const currentEpoch = defineRecord<Epoch>("gateway.epoch");

/** Later epochs start at higher numbers: they follow the clock, faster than a store can commit. */
const ORIGIN = Date.UTC(2026, 0, 1);
const NUMBERS_PER_MS = 10;
/** If the clock is no use, numbers jump ahead by a random distance. */
const JUMP = 2 ** 30;

/** Starts a new epoch: the numbers of later commits are greater than those of every earlier epoch. */
export async function beginEpoch(driver: Pick<CompleteDriver, "commit">, now: number): Promise<void> {
  const [last] = await driver.commit([{ checks: [], writes: [] }]);
  const number = last === undefined || last === false ? 0 : last;
  const byClock = Math.floor((now - ORIGIN) * NUMBERS_PER_MS);
  const first = byClock > number ? byClock : number + JUMP + randomInt(JUMP);
  const value = encodeRecord({ id: randomUUID(), first: commitNumber });
  await driver.commit([{ checks: [], writes: [{ key: currentEpoch.key, value }], atLeast: first }]);
}
