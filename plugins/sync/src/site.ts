import type { Glance, Transacting } from "@postern/core";
import { defineRecord } from "@postern/core/storage";
import { enabledDomains } from "./collections.ts";

const site = defineRecord<string>("sync.site");
const newest = defineRecord<{ number: number }>("sync.newest");

/** This gateway's id in vectors; undefined before anything was ever enabled or linked. */
export const siteOf = (store: Glance) => store.read(site);

/** The same, made where there is none. */
export async function ownSite({ store, id }: Pick<Transacting, "store" | "id">): Promise<string> {
  const known = await store.read(site);
  if (known !== undefined) return known;
  const made = id("site_");
  store.write(site, made);
  return made;
}

/** Notes that this commit changes what others may take. Written unread: it is never the cause of a conflict. */
export const noteChange = ({ store, number }: Pick<Transacting, "store" | "number">): void =>
  store.write(newest, { number });

/** The number of the last commit that changed what others may take. */
export const newestChange = async (store: Glance): Promise<number> => (await store.read(newest))?.number ?? 0;

/** The groups that are enabled, by id. */
export async function enabledIn(store: Glance): Promise<string[]> {
  return (await store.find(enabledDomains, { limit: 500 })).items.map(({ id }) => id);
}
