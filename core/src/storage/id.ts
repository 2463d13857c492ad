import { randomFillSync } from "node:crypto";

const POOL = Buffer.alloc(8 * 512);
let used = POOL.length;

/**
 * 24 hex digits, of which 11 tell the time in milliseconds: things made one after another stand beside each other
 * in the store. With random ids each record of a group of commits lands on another page, and a flush writes them all.
 */
export function createId(prefix: string, now: number): string {
  if (used === POOL.length) {
    randomFillSync(POOL);
    used = 0;
  }
  const random = POOL.toString("hex", used, used + 7).slice(0, 13);
  used += 8;
  return `${prefix}${now.toString(16).padStart(11, "0")}${random}`;
}
