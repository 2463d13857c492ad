import { randomInt, randomUUID } from "node:crypto";
import { type CompleteDriver, commitNumber, currentEpoch, encodeRecord } from "../storage/index.ts";

/** Later epochs start at higher numbers: they follow the clock, faster than a store can commit. */
const ORIGIN = Date.UTC(2026, 0, 1);
const NUMBERS_PER_MS = 10;
/** If the clock is no use, numbers jump ahead by a random distance. */
const JUMP = 2 ** 30;

/**
 * Starts a new epoch: the numbers of later commits are greater than those of every earlier epoch, and than `above`, the
 * greatest number that is known of commits that were lost.
 */
export async function beginEpoch(driver: Pick<CompleteDriver, "commit">, now: number, above = 0): Promise<void> {
  const [last] = await driver.commit([{ checks: [], writes: [] }]);
  // An empty commit has the number of the last one.
  const known = last === undefined || last === false ? 0 : last;
  const number = Math.max(above, known);
  const byClock = Math.floor((now - ORIGIN) * NUMBERS_PER_MS);
  const first = byClock > number ? byClock : number + JUMP + randomInt(JUMP);
  const value = encodeRecord({ id: randomUUID(), first: commitNumber, before: known });
  await driver.commit([{ checks: [], writes: [{ key: currentEpoch.key, value }], atLeast: first }]);
}
