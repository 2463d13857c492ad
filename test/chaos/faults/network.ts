import { setTimeout as pause } from "node:timers/promises";
import type { Fate } from "../../storage-drivers/postgres/proxy.ts";
import type { Link } from "../link.ts";
import type { Fault } from "../plan.ts";

/** How long a cut waits for a commit, and then for any data, in milliseconds. */
const WAIT_FOR_COMMIT = 2_000;
const WAIT = 5_000;
/** How long a period with delays lasts, in milliseconds. */
const DELAYED_FOR = 500;
/** The name of the statement that writes the number of a commit. */
const COMMIT = Buffer.from("advance");

/** Cuts the connection that sends the next commit, or the next piece of data. Returns whether it did. */
export async function cut(link: Link, fate: Fate, { isAtCommit }: Fault): Promise<boolean> {
  let isCut = false;
  const start = performance.now();
  const isWanted = (data: Buffer): boolean =>
    !isAtCommit || data.includes(COMMIT) || performance.now() > start + WAIT_FOR_COMMIT;
  const remove = link.add((data) => {
    if (isCut || !isWanted(data)) return undefined;
    isCut = true;
    return fate;
  });
  while (!isCut && performance.now() < start + WAIT) await pause(20);
  remove();
  return isCut;
}

/** Delays what is sent, or its answers, for half a second. */
export async function delay(link: Link, of: "request" | "answer", { amount }: Fault): Promise<boolean> {
  const remove = link.add(() => ({ delay: amount, of }));
  await pause(DELAYED_FOR);
  remove();
  return true;
}

/**
 * Nothing arrives for some seconds. Then connections that were used meanwhile are cut, or all arrives: a network repeats
 * what was lost.
 */
export async function silence(link: Link, { amount, isAtCommit }: Fault): Promise<boolean> {
  const end = performance.now() + amount;
  const remove = link.add(() => ({ delay: Math.max(1, end - performance.now()), of: "request" }));
  await pause(amount);
  remove();
  if (!isAtCommit) return true;
  const removeCuts = link.add(() => "cut before");
  await pause(100);
  removeCuts();
  return true;
}
