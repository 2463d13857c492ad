import { complete } from "../storage/index.ts";
import { commits } from "./driver/commits.ts";
import { counters } from "./driver/counters.ts";
import { damage } from "./driver/damage.ts";
import { createFaults } from "./driver/faults.ts";
import { keys } from "./driver/keys.ts";
import { outcomes } from "./driver/outcomes.ts";
import type { Bench, Place, Promised } from "./driver/place.ts";
import { reads } from "./driver/reads.ts";
import { snapshots } from "./driver/snapshots.ts";
import { turns } from "./driver/turns.ts";

export type { Place } from "./driver/place.ts";

/** Creates an empty place for a store, separate from all others. */
export type MakePlace = () => Place | Promise<Place>;

/** A requirement for a store. `run` throws if it is not met. */
export interface DriverCase {
  name: string;
  run(): Promise<void>;
}

/** Everything the gateway relies on in a store, as cases for any test runner. */
export function driverCases(make: MakePlace): DriverCase[] {
  const promised: Promised = {
    ...keys,
    ...reads,
    ...commits,
    ...counters,
    ...outcomes,
    ...turns,
    ...snapshots,
    ...damage,
  };
  return Object.entries(promised).map(([name, see]) => ({ name, run: () => runAt(make, see) }));
}

/** The same as a suite: `testDriver("lmdb", makePlace, { describe, it })`. */
export function testDriver(
  name: string,
  make: MakePlace,
  runner: { describe(name: string, body: () => void): unknown; it(name: string, body: () => Promise<void>): unknown },
): void {
  runner.describe(`the store ${name}`, () => {
    for (const { name: promise, run } of driverCases(make)) runner.it(promise, run);
  });
}

async function runAt(make: MakePlace, see: (bench: Bench) => Promise<void>): Promise<void> {
  const place = await make();
  const faults = createFaults();
  let driver = faults.around(await place.open());
  let store = await complete(driver);
  const bench: Bench = {
    store,
    failCall: faults.failCall,
    lasting: place.lasting ?? false,
    async tamper(key, text) {
      if (place.tamper) return place.tamper(key, text);
      if (!driver.setItem) throw new Error("The place must provide `tamper`, since its driver has no setItem");
      await driver.setItem(key, text, {});
    },
    async reopen() {
      await store.dispose?.();
      driver = faults.around(await place.open());
      store = await complete(driver);
      return store;
    },
  };
  try {
    await see(bench);
  } finally {
    await store.dispose?.();
    await place.remove?.();
  }
}
