import { cursors, type LinkRecord, links } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { linkIn, siteOfLink } from "../link.ts";
import { Fault } from "./fault.ts";

/**
 * Handles a response from a gateway with another id. If the linked gateway was restored, it has lost records: its
 * cursors are deleted so that everything is exchanged again, and the fault `restored` restarts the exchange. For any
 * other gateway the exchange stops.
 */
export async function handleOtherSite(
  host: SyncHost,
  link: LinkRecord,
  { site, installation = site }: { site: string; installation?: string | undefined },
): Promise<never> {
  if (installation !== link.installationId)
    throw new Fault(
      "other_gateway",
      "another gateway answers at this address. Unlink the current gateway and link the other one",
    );
  await host.transact(async ({ store }) => {
    const now = await linkIn(store);
    if (!now || now.linkedAt !== link.linkedAt || siteOfLink(now) !== siteOfLink(link)) return;
    const { items } = await store.find(cursors, { prefix: [siteOfLink(now)], limit: 5_000 });
    for (const { site, domain, kind, direction } of items) await store.delete(cursors, site, domain, kind, direction);
    const { site: _, ...rest } = now;
    await store.put(links, { ...rest, ...(site !== installation && { site }) });
  });
  throw new Fault("restored", "it was restored from a backup. All records are exchanged again");
}
