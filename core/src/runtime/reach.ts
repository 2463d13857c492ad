import { setTimeout as pause } from "node:timers/promises";
import { InvalidRequest, Unavailable } from "../define/errors.ts";
import { type CompleteDriver, currentEpoch, latestReads } from "../storage/index.ts";

/** How long to wait for a commit, and how often to look for it, in milliseconds. */
const LIMIT = 5_000;
const INTERVAL = 20;

/** Waits until reads see the commit with this number, which an earlier answer had, maybe of another gateway. */
export async function reach(driver: CompleteDriver, asked: string): Promise<void> {
  if (!/^[0-9]{1,15}$/.test(asked))
    throw InvalidRequest({ reason: "The header Postern-Position must be the number from an earlier answer" });
  const number = Number(asked);
  const { first = 0, before = first } = (await latestReads(driver).read(currentEpoch)) ?? {};
  if (number > before && number < first)
    throw InvalidRequest({ reason: `Commit ${number} was lost before the store was restored. Read again without it` });
  for (const until = performance.now() + LIMIT; (driver.committed?.() ?? 0) < number; await pause(INTERVAL)) {
    driver.refresh?.();
    const position = (await driver.position?.()) ?? number;
    if (position >= number) return;
    if (performance.now() > until)
      throw Unavailable({ reason: `The store is at position ${position}, not yet at ${number}` });
  }
}
