import { randomUUID } from "node:crypto";
import type { CompleteDriver, StoreDriver } from "../driver.ts";
import { StoreUnavailable, unavailable } from "../errors.ts";
import { type GuardedDriver, guarded } from "./guarded-driver.ts";
import type { CompleteOptions } from "./options.ts";
import { encodeAt, refuseOwned, takeLease } from "./owner.ts";
import { openStore } from "./store.ts";

const IN_PROCESS = new Set<string | undefined>(["memory", "lru-cache"]);
const PROBE = "~probe";
const SIZE_PROBE = "~room";
const LOSES_DATA = "The storage driver does not keep written values, or confirms writes before they can be read";
const CHANGES_TEXT =
  "The storage driver does not return the text that was written. It reformats JSON, like the server of unstorage's http driver, so every record would count as damaged.";
/** Size in bytes of a million code points, six bytes each, with their record. */
const MAX_LENGTH = 8 * 2 ** 20;

/** Adds order, atomic commits, snapshots and a lease to a plain driver. */
export async function completePlain(
  plain: StoreDriver,
  name: string,
  options: CompleteOptions,
): Promise<CompleteDriver> {
  const { now = Date.now, log, limit = 10_000, lease: leased = !IN_PROCESS.has(name) } = options;
  const driver = guarded(plain, limit);
  if (leased) await refuseOwned(driver, now);
  const lease = leased ? await takeLease(driver, now).catch(unlessOwned) : undefined;
  const fault =
    evictionFault(name) ?? (await probe(driver)) ?? (IN_PROCESS.has(name) ? undefined : await probeSize(driver));
  if (fault) log?.warn({ driver: name, cause: fault.message }, "The store is opened read-only");
  let closed = false;

  function barrier(): StoreUnavailable | undefined {
    if (closed) return new StoreUnavailable("closed", "The store is closed");
    if (lease?.lost()) return new StoreUnavailable("owned", "Another process has opened the store; restart this one");
    return fault;
  }

  const store = await openStore(driver, barrier).catch(async (error: unknown) => {
    // Otherwise the next attempt of this process would find the store in use.
    await lease?.release().catch(() => {});
    throw error;
  });
  return {
    name,
    guarantees: {
      durable: IN_PROCESS.has(name) ? false : "as the driver",
      processes: "one",
      atomic: "completed",
      checksum: "record",
    },
    ...store,
    async dispose() {
      closed = true;
      await store.idle();
      // If the driver fails the lease remains, and the next owner detects that its process no longer exists.
      await lease?.release().catch(() => {});
      await plain.dispose?.();
    },
  };
}

/** Reads do not need a lease. The probe reports why it could not be written. */
function unlessOwned(error: unknown): undefined {
  if (error instanceof StoreUnavailable && error.reason === "owned") throw error;
}

/** A cache evicts what was written, by default above 1,000 keys. A probe cannot find every limit. */
function evictionFault(name: string): StoreUnavailable | undefined {
  if (name !== "lru-cache") return undefined;
  return new StoreUnavailable(
    "read_only",
    'The storage driver lru-cache evicts records when it is full or they are old. Use the driver "memory" to keep them in memory.',
  );
}

/** Why the driver does not keep what is written to it, if it does not. */
async function probe(driver: GuardedDriver): Promise<StoreUnavailable | undefined> {
  const id = randomUUID();
  const text = encodeAt(1, id);
  try {
    await driver.write(PROBE, text);
    const kept = await driver.getItem(PROBE);
    await driver.write(PROBE, null);
    const left = await driver.getItem(PROBE);
    if (left === null && kept === text) return undefined;
    return new StoreUnavailable("read_only", kept?.includes(id) && left === null ? CHANGES_TEXT : LOSES_DATA);
  } catch (error) {
    const { reason, message } = unavailable(error, "write");
    const kind = reason === "full" ? reason : "read_only";
    return new StoreUnavailable(kind, `The store cannot be written: ${message}`, { cause: error });
  }
}

/**
 * Why the driver does not keep a record of the maximum length, if it does not: with a limit it might keep half a
 * message. Tested once in the life of a store.
 */
async function probeSize(driver: GuardedDriver): Promise<StoreUnavailable | undefined> {
  const text = encodeAt(1, "€".repeat(MAX_LENGTH / 3));
  try {
    if ((await driver.getItem(SIZE_PROBE)) !== null) return undefined;
    await driver.write(PROBE, text);
    const kept = await driver.getItem(PROBE);
    await driver.write(PROBE, null);
    if (kept === text) return void (await driver.write(SIZE_PROBE, String(MAX_LENGTH)));
  } catch (error) {
    const { reason, message } = unavailable(error, "write");
    if (reason === "full")
      return new StoreUnavailable(reason, `The store cannot be written: ${message}`, { cause: error });
  }
  const most = MAX_LENGTH / 2 ** 20;
  return new StoreUnavailable(
    "read_only",
    `The storage driver does not keep values of ${most} MiB, the size of the longest messages`,
  );
}
