import { randomFillSync } from "node:crypto";

const POOL = Buffer.alloc(8 * 512);
let used = POOL.length;

/**
 * 24 hex digits, the first 11 of which are the time in milliseconds, so that records created together are adjacent in
 * the store. With random ids each record of a group of commits would be on another page, and a flush would write all of
 * them.
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
