import { existsSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { isAbsolute } from "node:path";
import { beginEpoch } from "@postern/core/drivers";
import { type CompleteDriver, complete } from "@postern/core/storage";
import { differenceOf, fill, isEmpty, type Portion, portionsOf } from "@postern/service/backup";
import { Exit, Refusal } from "./exit.ts";
import type { Io } from "./io.ts";
import { openStore } from "./open-store.ts";
import { showProgress } from "./output/progress.ts";
import { refuseWhileServed } from "./running.ts";
import { type Placed, readStore } from "./store.ts";

/** The records to copy, which can be read more than once. */
export interface Source {
  readonly number: number;
  /** Whether it is an earlier state, so that the new store must begin a new epoch. */
  readonly isPast: boolean;
  portions(use: "copy" | "compare"): AsyncIterable<Portion>;
}

/**
 * Builds a store from a source, compares it record by record, and only then moves it into place. An existing store is
 * refused, or with `replace` kept under the name that is returned.
 */
export async function buildStore(
  target: Placed,
  source: Source,
  replace: boolean,
): Promise<{ records: number; kept?: string }> {
  const { name, place } = readStore(target);
  if (!isAbsolute(place)) {
    // A store on a server has no folder to build a new store next to.
    if (replace)
      throw new Refusal(`A store on a ${name} server cannot be replaced. Use an empty one, such as another database.`);
    return { records: await fillStore(target, source) };
  }
  // Never open the existing store: a damaged one may crash this process.
  const isTaken = existsSync(place) && (!statSync(place).isDirectory() || readdirSync(place).length > 0);
  if (isTaken && !replace)
    throw new Refusal(`A store already exists at ${place}. Use another location or --force.`, Exit.conflict);
  const fresh = `${place}.new`;
  rmSync(fresh, { recursive: true, force: true });
  try {
    const records = await fillStore({ ...target, store: `${name}:${fresh}` }, source);
    // A gateway may have started in the meantime.
    refuseWhileServed(target.data);
    const kept = isTaken ? keptPathOf(place) : undefined;
    if (kept !== undefined) renameSync(place, kept);
    else rmSync(place, { recursive: true, force: true });
    renameSync(fresh, place);
    return { records, ...(kept !== undefined && { kept }) };
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    throw error;
  }
}

async function fillStore(target: Placed, source: Source): Promise<number> {
  return withStore(target, async (driver) => {
    if (!(await isEmpty(driver)))
      throw new Refusal("The destination contains records. Use an empty store.", Exit.conflict);
    const records = await fill(driver, source.portions("copy"), source.number);
    driver.refresh?.();
    const difference = await differenceOf(source.portions("compare"), portionsOf(driver));
    if (difference !== undefined)
      throw new Refusal(`The copy of record ${difference} differs from the original`, Exit.failed);
    if (source.isPast) await beginEpoch(driver, Date.now());
    return records;
  });
}

/** Opens a store for the duration of `work`. */
export async function withStore<T>(
  placed: Placed,
  work: (driver: CompleteDriver) => Promise<T>,
  create = true,
): Promise<T> {
  const driver = await complete(await openStore(placed, create));
  try {
    return await work(driver);
  } finally {
    await driver.dispose?.();
  }
}

function keptPathOf(place: string): string {
  const timestamp = new Date().toISOString().replace(/[-:.]/g, "");
  return `${place}.before-${timestamp}`;
}

/** Portions that show their progress while they are read. */
export const shownPortions = (
  io: Io,
  use: "copy" | "compare",
  portions: AsyncIterable<Portion>,
  total: number,
): AsyncIterable<Portion> => {
  const task = { label: use === "copy" ? "Copying records" : "Comparing records", total };
  return showProgress(io, task, portions, ({ entries, damaged }) => entries.length + damaged.length);
};
