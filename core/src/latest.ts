import { type CompleteDriver, type Glance, readsOf, Transaction } from "./storage/index.ts";

/** Reads of the newest state: each read sees all that was committed before it, and no two share a moment. */
export function latestOf(driver: CompleteDriver): Glance {
  const now = (): Glance => {
    driver.refresh?.();
    return readsOf(new Transaction(driver)).glance;
  };
  return {
    get: (collection, ...key) => now().get(collection, ...key),
    one: (collection, index, ...key) => now().one(collection, index, ...key),
    find: (collection, options) => now().find(collection, options),
    count: (collection, options) => now().count(collection, options),
    sum: (counter, ...key) => now().sum(counter, ...key),
    placed: (placement, options) => now().placed(placement, options),
    placedCount: (placement, options) => now().placedCount(placement, options),
    read: (record) => now().read(record),
  };
}
