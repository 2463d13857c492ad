import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { differenceOf, fill, isEmpty, type Portion, portionsOf } from "@postern/core/backup";
import { beginEpoch, type CompleteDriver, complete } from "@postern/core/storage";
import { Exit, Refusal } from "./exit.ts";
import { openStore, type Placed, readStore } from "./store.ts";

/** Where records come from, as often as they are asked for. */
export interface Source {
  readonly number: number;
  /** Whether it is a state of the past, which others know more of: the store that is made of it begins a new epoch. */
  readonly isPast: boolean;
  portions(): AsyncIterable<Portion>;
}

/**
 * Makes a store of records from elsewhere, reads it back record by record, and only then gives it its place. A store
 * that stands there is refused, or (`replace`) kept beside under the name that is answered.
 */
export async function refill(
  target: Placed,
  source: Source,
  replace: boolean,
): Promise<{ records: number; kept?: string }> {
  const { name, place } = readStore(target);
  if (!isAbsolute(place)) {
    // A server's store has no folder to build a new one beside.
    if (replace) throw new Refusal(`A store of ${name} is not replaced: name one that is empty`);
    return { records: await filled(target, source) };
  }
  // Never opened: it may be broken, and take this process with it.
  const isTaken = existsSync(place) && (!statSync(place).isDirectory() || readdirSync(place).length > 0);
  if (isTaken && !replace)
    throw new Refusal(`There is a store at ${place}: name another place, or use --force`, Exit.conflict);
  const fresh = `${place}.new`;
  rmSync(fresh, { recursive: true, force: true });
  try {
    const records = await filled({ ...target, store: `${name}:${fresh}` }, source);
    const kept = isTaken ? asideOf(place) : undefined;
    if (kept !== undefined) renameSync(place, kept);
    else rmSync(place, { recursive: true, force: true });
    renameSync(fresh, place);
    return { records, ...(kept !== undefined && { kept }) };
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

async function filled(target: Placed, source: Source): Promise<number> {
  return withStore(target, async (driver) => {
    if (!(await isEmpty(driver)))
      throw new Refusal("The store to fill holds records: name an empty one", Exit.conflict);
    const records = await fill(driver, source.portions(), source.number);
    driver.refresh?.();
    const difference = await differenceOf(source.portions(), portionsOf(driver));
    if (difference !== undefined) throw new Refusal(`The record ${difference} did not arrive as it was`, Exit.failed);
    if (source.isPast) await beginEpoch(driver, Date.now());
    return records;
  });
}

/** A store that is open for as long as `work` takes. */
export async function withStore<T>(placed: Placed, work: (driver: CompleteDriver) => Promise<T>): Promise<T> {
  const driver = await complete(await openStore(placed));
  try {
    return await work(driver);
  } finally {
    await driver.dispose?.();
  }
}

function asideOf(place: string): string {
  const stamp = new Date().toISOString().replace(/[-:.]/g, "");
  return `${place}.before-${stamp}`;
}
