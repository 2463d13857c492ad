import type { Portion } from "@postern/core/backup";
import { fill, portionsOf } from "@postern/core/backup";
import type { CompleteDriver, StoreDriver } from "@postern/core/storage";
import { beginEpoch, complete } from "@postern/core/storage";

/** A state of a store that was kept. */
export interface Backup {
  readonly number: number;
  readonly portions: readonly Portion[];
}

/** Keeps what is in a store that is open. */
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

/** Fills an empty store from a backup as `postern restore` does, or (`raw`) as who copies old files back. */
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
