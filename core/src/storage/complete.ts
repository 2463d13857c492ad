import type { CompleteDriver, Guarantees, StoreDriver } from "./driver.ts";
import type { CompleteOptions } from "./plain/options.ts";

/**
 * Adds what a driver lacks, so that the layers above it need only one implementation. A plain driver gets atomic
 * commits, order and snapshots within one process; a lease excludes other processes. A driver that does not keep what
 * is written is opened read-only. Throws StoreUnavailable if it cannot be opened.
 */
export async function complete(driver: StoreDriver, options: CompleteOptions = {}): Promise<CompleteDriver> {
  const brought = [driver.commit, driver.range, driver.snapshot].filter(Boolean).length;
  if (brought === 3) {
    await driver.open?.();
    return completeNative(driver as CompleteDriver & StoreDriver);
  }
  const name = driver.name ?? "plain";
  if (brought > 0)
    throw new Error(`The storage driver ${name} must implement commit, range and snapshot together, or none of them`);
  // Loaded here, since gateways on LMDB or PostgreSQL never need it.
  const { completePlain } = await import("./plain/complete.ts");
  return completePlain(driver, name, options);
}

/** What is known of a driver that says nothing. */
const UNKNOWN: Guarantees = { durable: "as the driver", processes: "one", atomic: "native", checksum: "record" };
const OPTIONAL = ["keys", "count", "refresh", "committed", "verify", "position", "onCommit", "now", "figures"] as const;

function completeNative(driver: CompleteDriver & StoreDriver): CompleteDriver {
  const { name = "native", guarantees = UNKNOWN } = driver;
  const complete: CompleteDriver = {
    name,
    guarantees,
    getItem: (key) => driver.getItem(key),
    range: (query) => driver.range(query),
    commit: (batches) => driver.commit(batches),
    snapshot: () => driver.snapshot(),
    trouble: () => driver.trouble?.(),
    dispose: () => driver.dispose?.(),
  };
  for (const method of OPTIONAL) if (driver[method]) Object.assign(complete, { [method]: driver[method].bind(driver) });
  return complete;
}
