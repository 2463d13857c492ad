import { beginEpoch } from "@postern/core/drivers";
import type { CompleteDriver, StoreDriver } from "@postern/core/storage";
import { complete } from "@postern/core/storage";
import type { Portion } from "@postern/service/backup";
import { fill, portionsOf } from "@postern/service/backup";

/** A saved state of a store. */
export interface Backup {
  readonly number: number;
  readonly portions: readonly Portion[];
}

/** Saves the contents of an open store. */
export async function keep(storage: StoreDriver): Promise<Backup> {
  const driver = storage as StoreDriver & CompleteDriver;
  driver.refresh?.();
  const snapshot = driver.snapshot();
  const number = (await driver.position?.()) ?? 0;
  const portions: Portion[] = [];
  for await (const portion of portionsOf(snapshot)) portions.push(portion);
  snapshot.release();
  return { number, portions };
}

/** Fills an empty store from a backup like `postern restore`, or (`raw`) like a copy of old files. */
export async function restoreInto<S extends StoreDriver>(
  storage: S,
  { number, portions }: Backup,
  { raw = false } = {},
): Promise<S> {
  const driver = await complete(storage);
  async function* all() {
    yield* portions;
  }
  await fill(driver, all(), number);
  if (!raw) await beginEpoch(driver, Date.now());
  return storage;
}
