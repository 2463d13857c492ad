import { createHash } from "node:crypto";
import type { Reads, Transacting } from "@postern/core";
import { currentEpoch, defineRecord } from "@postern/core/storage";
import { enabledDomains } from "./collections.ts";

const installation = defineRecord<string>("sync.site");
const newest = defineRecord<{ number: number }>("sync.newest");

/** This gateway's id, which a restore keeps; undefined before anything was ever enabled or linked. */
export const installationOf = (store: Reads) => store.read(installation);

/**
 * This gateway's id in vectors. It is another one in each epoch of the store: the counts that were used after a backup
 * was made are known to others, and must never count other changes.
 */
export async function siteOf(store: Reads): Promise<string | undefined> {
  const id = await installationOf(store);
  const epoch = await store.read(currentEpoch);
  if (id === undefined || epoch === undefined) return id;
  return `site_${createHash("sha256").update(`${id} ${epoch.id}`).digest("hex").slice(0, 24)}`;
}

/** Gives this gateway its id where it has none. */
export async function ensureSite({ store, id }: Pick<Transacting, "store" | "id">): Promise<void> {
  if ((await store.read(installation)) === undefined) store.write(installation, id("site_"));
}

/** Notes that this commit changes what others may take. Written unread: it is never the cause of a conflict. */
export const noteChange = ({ store, number }: Pick<Transacting, "store" | "number">): void =>
  store.write(newest, { number });

/** The number of the last commit that changed what others may take. */
export const newestChange = async (store: Reads): Promise<number> => (await store.read(newest))?.number ?? 0;

/** The groups that are enabled, by id. */
export async function enabledIn(store: Reads): Promise<string[]> {
  return (await store.find(enabledDomains, { limit: 500 })).items.map(({ id }) => id);
}
