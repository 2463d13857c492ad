import { cursors, type LinkRecord, links } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { linkIn, siteOfLink } from "../link.ts";
import { Fault } from "./fault.ts";

/**
 * What to do where somebody else than before answers. A gateway that was restored has lost what it was sent: its cursors
 * go, so that all is exchanged anew, and `restored` says to begin again. Any other gateway is not exchanged with.
 */
export async function mindOther(
  host: SyncHost,
  link: LinkRecord,
  { site, installation = site }: { site: string; installation?: string | undefined },
): Promise<never> {
  if (installation !== link.installationId)
    throw new Fault("other_gateway", "another gateway answers at that address; unlink this one and link that one");
  await host.transact(async ({ store }) => {
    const now = await linkIn(store);
    if (!now || now.linkedAt !== link.linkedAt || siteOfLink(now) !== siteOfLink(link)) return;
    const { items } = await store.find(cursors, { prefix: [siteOfLink(now)], limit: 5_000 });
    for (const { site, domain, kind, direction } of items) await store.delete(cursors, site, domain, kind, direction);
    const { site: _, ...rest } = now;
    await store.put(links, { ...rest, ...(site !== installation && { site }) });
  });
  throw new Fault("restored", "it was restored from a backup; all is exchanged anew");
}
