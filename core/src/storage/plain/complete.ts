import { randomUUID } from "node:crypto";
import type { CompleteDriver, StoreDriver } from "../driver.ts";
import { StoreUnavailable, unavailable } from "../errors.ts";
import { type HonestDriver, honest } from "./honest.ts";
import { encodeAt, refuseOwned, takeLease } from "./owner.ts";
import { openStore } from "./store.ts";

export interface CompleteOptions {
  /** Unix milliseconds. */
  now?: () => number;
  log?: { warn(fields: Record<string, unknown>, message: string): void };
  /** How long a call of a plain driver may take, in milliseconds; 10,000 where none is given. */
  limit?: number;
  /** False where no other process can reach what the driver holds. Known for the drivers of unstorage that keep it in memory. */
  lease?: boolean;
}

const IN_PROCESS = new Set<string | undefined>(["memory", "lru-cache"]);
const PROBE = "~probe";
const ROOM = "~room";
const FORGETS = "The storage driver does not keep what is written to it, or answers before it can be read";
const REWRITES =
  "The storage driver does not return the text that was written: it writes JSON anew, as the server behind unstorage's http driver does. Every record would count as damaged";
/** Bytes: a million code points, each escaped as six, and what is around them. */
const LONGEST = 8 * 2 ** 20;

/**
 * Adds what a driver lacks, so that the store above sees one kind of driver and has one path.
 *
 * A plain one gets atomic commits, order and snapshots within one process; others are kept out by a lease. One that
 * turns out not to keep what is written is opened for reading only. Throws StoreUnavailable where it cannot be opened.
 */
export async function complete(driver: StoreDriver, options: CompleteOptions = {}): Promise<CompleteDriver> {
  const brought = [driver.commit, driver.range, driver.snapshot].filter(Boolean).length;
  if (brought === 3) {
    await driver.open?.();
    return completeNative(driver as CompleteDriver & StoreDriver);
  }
  const name = driver.name ?? "plain";
  if (brought > 0)
    throw new Error(`The storage driver ${name} must bring commit, range and snapshot together, or none`);
  return completePlain(driver, name, options);
}

function completeNative(driver: CompleteDriver & StoreDriver): CompleteDriver {
  return {
    name: driver.name ?? "native",
    guarantees: driver.guarantees ?? {
      durable: "as the driver",
      processes: "one",
      atomic: "native",
      checksum: "record",
    },
    getItem: (key) => driver.getItem(key),
    range: (query) => driver.range(query),
    ...(driver.count && { count: driver.count.bind(driver) }),
    commit: (batches) => driver.commit(batches),
    snapshot: () => driver.snapshot(),
    ...(driver.refresh && { refresh: driver.refresh.bind(driver) }),
    ...(driver.verify && { verify: driver.verify.bind(driver) }),
    ...(driver.position && { position: driver.position.bind(driver) }),
    trouble: () => driver.trouble?.(),
    dispose: () => driver.dispose?.(),
  };
}

async function completePlain(plain: StoreDriver, name: string, options: CompleteOptions): Promise<CompleteDriver> {
  const { now = Date.now, log, limit = 10_000, lease: leased = !IN_PROCESS.has(name) } = options;
  const driver = honest(plain, limit);
  if (leased) await refuseOwned(driver, now);
  const lease = leased ? await takeLease(driver, now).catch(unlessOwned) : undefined;
  const fault =
    forgetful(name) ?? (await probe(driver)) ?? (IN_PROCESS.has(name) ? undefined : await probeRoom(driver));
  if (fault) log?.warn({ driver: name, cause: fault.message }, "The store is opened for reading only");
  let closed = false;

  function barrier(): StoreUnavailable | undefined {
    if (closed) return new StoreUnavailable("closed", "The store is closed");
    if (lease?.lost()) return new StoreUnavailable("owned", "Another process has taken the store; restart this one");
    return fault;
  }

  const store = await openStore(driver, barrier).catch(async (error: unknown) => {
    // Else the next try of this very process would find it taken.
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
      // A driver in trouble is left as it is: the next owner finds the lease of a process that is gone.
      await lease?.release().catch(() => {});
      await plain.dispose?.();
    },
  };
}

/** A lease that cannot be written is no obstacle to reading; the probe tells why. */
function unlessOwned(error: unknown): undefined {
  if (error instanceof StoreUnavailable && error.reason === "owned") throw error;
}

/** A cache removes what was written, by 1,000 keys where no other limit is given: no probe could find each limit. */
function forgetful(name: string): StoreUnavailable | undefined {
  if (name !== "lru-cache") return undefined;
  return new StoreUnavailable(
    "read_only",
    'The storage driver lru-cache removes records when it is full or they are old. Use the driver "memory" to keep them in memory',
  );
}

/** Why the driver does not keep what is written to it, if so. */
async function probe(driver: HonestDriver): Promise<StoreUnavailable | undefined> {
  const id = randomUUID();
  const text = encodeAt(1, id);
  try {
    await driver.write(PROBE, text);
    const kept = await driver.getItem(PROBE);
    await driver.write(PROBE, null);
    const left = await driver.getItem(PROBE);
    if (left === null && kept === text) return undefined;
    return new StoreUnavailable("read_only", kept?.includes(id) && left === null ? REWRITES : FORGETS);
  } catch (error) {
    const { reason, message } = unavailable(error, "write");
    const told = reason === "full" ? reason : "read_only";
    return new StoreUnavailable(told, `The store cannot be written: ${message}`, { cause: error });
  }
}

/**
 * Why the driver does not keep the longest record that there can be, if so: one with a limit would keep half a message.
 * Tried once in a store's life.
 */
async function probeRoom(driver: HonestDriver): Promise<StoreUnavailable | undefined> {
  const text = encodeAt(1, "€".repeat(LONGEST / 3));
  try {
    if ((await driver.getItem(ROOM)) !== null) return undefined;
    await driver.write(PROBE, text);
    const kept = await driver.getItem(PROBE);
    await driver.write(PROBE, null);
    if (kept === text) return void (await driver.write(ROOM, String(LONGEST)));
  } catch (error) {
    const { reason, message } = unavailable(error, "write");
    if (reason === "full")
      return new StoreUnavailable(reason, `The store cannot be written: ${message}`, { cause: error });
  }
  const most = LONGEST / 2 ** 20;
  return new StoreUnavailable(
    "read_only",
    `The storage driver does not keep values of ${most} MiB, as long messages are`,
  );
}
