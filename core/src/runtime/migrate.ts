import { Type } from "@sinclair/typebox";
import { addPrincipals } from "../auth/add-principals.ts";
import { contexts, keys } from "../auth/keys.ts";
import type { Plugin } from "../define/plugin.ts";
import {
  type CompleteDriver,
  createCommitQueue,
  defineCollection,
  latestReads,
  readOnly,
  readsOf,
  refusalIn,
  Transaction,
} from "../storage/index.ts";
import { unlessWritten } from "../storage/unless-written.ts";
import { outcomes } from "./idempotency.ts";
import { type Building, ensureIndexes, noteIndexes, restructured } from "./indexes/ensure.ts";
import { fingerprintsOf, indexStates, targetOf } from "./indexes/state.ts";
import { transact } from "./transactions.ts";

/** The version of the stored data of each plugin. */
export const dataVersions = defineCollection("gateway.data", {
  schema: Type.Object({ plugin: Type.String(), version: Type.Integer() }),
  key: ({ plugin }) => [plugin],
});

/** The version of the kernel's own data: keys, idempotency outcomes, the journal. */
const KERNEL = {
  ...{ name: "gateway", data: 2, migrations: { 2: addPrincipals } },
  collections: [contexts, keys, outcomes],
};

const RESTRUCTURED =
  "Another process has started with a different version and changed how data is stored. Restart this gateway with that version.";

/** The same store, read-only if a newer kernel has written it, or as soon as another version changes its data. */
export async function openData(
  driver: CompleteDriver,
  { log, signal, settled }: Pick<Building, "log" | "signal" | "settled">,
): Promise<CompleteDriver> {
  if (driver.trouble()) return driver;
  const newer = await migrate(KERNEL, { driver, queue: createCommitQueue(driver), log, signal });
  const isShared = driver.guarantees.processes === "many";
  if (newer === undefined) return isShared ? unlessWritten(driver, restructured.key, isOurs, RESTRUCTURED) : driver;
  log.error({ driver: driver.name }, `The store is opened read-only: ${newer}`);
  return readOnly(driver, newer);

  async function isOurs(): Promise<boolean> {
    const reads = latestReads(driver);
    for (const [name, { data, target }] of settled ?? []) {
      const version = await reads.get(dataVersions, name);
      const state = await reads.get(indexStates, name);
      if (version?.version !== data || (state && state.target !== target)) return false;
    }
    return true;
  }
}

/**
 * Migrates a plugin's stored data to its version, step by step. Each step and its version are one commit, so a crash
 * leaves the data at a complete version and the next start continues from there. Then its indexes are updated to match
 * their definitions. Returns why the data is read-only, if it is: it has a newer version, or there is none yet and the
 * store refuses writes.
 */
export async function migrate(
  plugin: Pick<Plugin, "name" | "data" | "migrations" | "collections">,
  store: Building,
): Promise<string | undefined> {
  const { name, data, migrations } = plugin;
  const found = await readsOf(new Transaction(store.driver)).get(dataVersions, name);
  if (found && found.version > data)
    return `the stored data of ${name === KERNEL.name ? "the gateway itself" : name} has version ${found.version}, but this version supports up to ${data}; it can be read, not changed`;
  for (let version = found ? found.version + 1 : data; version <= data; version++) {
    const step = found && migrations?.[version];
    if (found && !step)
      throw new Error(`its stored data has version ${found.version}; a migration to ${version} is missing`);
    const work = transact(store, async (records) => {
      if (((await records.get(dataVersions, name))?.version ?? 0) >= version) return;
      if (found) records.write(restructured, name);
      await step?.({ store: records, log: store.log });
      await records.put(dataVersions, { plugin: name, version });
      if (!found) await noteIndexes(records, plugin);
    });
    // Without any data there is nothing to migrate and everything can be read: a full or read-only disk at the first
    // start of a plugin only makes it read-only until the next start.
    const refusal = await (found ? work.then(() => undefined) : refusalIn(work));
    if (refusal !== undefined) return refusal;
    if (step) store.log.info({ plugin: name, version }, "Migrated stored data");
  }
  await ensureIndexes(plugin, store);
  store.settled?.set(name, { data, target: targetOf(fingerprintsOf(plugin.collections)) });
  return undefined;
}
