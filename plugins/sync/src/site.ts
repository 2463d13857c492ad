import { createHash } from "node:crypto";
import type { Reads, Transacting } from "@postern/core";
import { defineRecord } from "@postern/core";
import { currentEpoch } from "@postern/core/storage";
import { enabledDomains } from "./collections.ts";

const installation = defineRecord<string>("sync.site");
const newest = defineRecord<{ number: number }>("sync.newest");

/** The id of this installation, which a restore keeps; undefined if sync was never used. */
export const installationOf = (store: Reads) => store.read(installation);

/**
 * The id of this gateway in version vectors. It changes with each epoch of the store: after a restore, counts that
 * other gateways already know must not be reused for different changes.
 */
export async function siteOf(store: Reads): Promise<string | undefined> {
  const id = await installationOf(store);
  const epoch = await store.read(currentEpoch);
  if (id === undefined || epoch === undefined) return id;
  return `site_${createHash("sha256").update(`${id} ${epoch.id}`).digest("hex").slice(0, 24)}`;
}

/** Creates the id of this gateway if it has none. */
export async function ensureSite({ store, id }: Pick<Transacting, "store" | "id">): Promise<void> {
  if ((await store.read(installation)) === undefined) store.write(installation, id("site_"));
}

/** Records that this commit has changes for other gateways. Written without a read, so it never causes a conflict. */
export const recordChange = ({ store, number }: Pick<Transacting, "store" | "number">): void =>
  store.write(newest, { number });

/** The number of the last commit with changes for other gateways. */
export const newestChange = async (store: Reads): Promise<number> => (await store.read(newest))?.number ?? 0;

/** The ids of the enabled groups. */
export async function enabledIn(store: Reads): Promise<string[]> {
  return (await store.find(enabledDomains, { limit: 500 })).items.map(({ id }) => id);
}
