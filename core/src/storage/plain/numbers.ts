import type { Version } from "../number.ts";
import { intactData } from "../record.ts";
import type { GuardedDriver } from "./guarded-driver.ts";
import { encodeAt } from "./owner.ts";

const SLOTS = ["~number-a", "~number-b"] as const;
const BLOCK = 1000;

export type Numbers = Awaited<ReturnType<typeof openNumbers>>;

/**
 * The commit numbers of a plain driver. They never go back, even after a crash.
 *
 * A block of numbers is reserved before the first of it is used, so a crash skips the rest of a block and repeats none.
 * Two slots alternate: a torn write damages one, and the other still has the end of the previous block, beyond which
 * nothing was used.
 */
export async function openNumbers(driver: GuardedDriver) {
  const [a, b] = await Promise.all(
    SLOTS.map(async (name) => intactData<number>(name, await driver.getItem(name)) ?? 0),
  );
  let reserved = Math.max(a as number, b as number);
  let last = reserved;
  let slot = (a as number) > (b as number) ? 1 : 0;
  return {
    /** Makes the next `count` numbers available, and those after `atLeast`. */
    async reserve(count: number, atLeast: Version = 0): Promise<void> {
      const from = Math.max(last, atLeast);
      if (from + count <= reserved) return;
      const end = from + Math.max(count, BLOCK);
      await driver.write(SLOTS[slot] as string, encodeAt(end, end));
      slot = 1 - slot;
      reserved = end;
    },
    /** The next number, at least `atLeast`. */
    next(atLeast: Version = 0): Version {
      last = Math.max(last + 1, atLeast);
      return last;
    },
    last: (): Version => last,
  };
}
