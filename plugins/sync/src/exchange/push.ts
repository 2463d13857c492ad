import { digestOf } from "@postern/core";
import { type LinkRecord, tally } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { siteOfLink } from "../link.ts";
import { outbox } from "../outbox.ts";
import { changesOf, createCapacity } from "../records/feed.ts";
import { mayExchange, rightsOf } from "../rights.ts";
import { siteOf } from "../site.ts";
import { type CursorKey, cursorAt, moveCursor } from "./cursors.ts";
import { Fault } from "./fault.ts";
import type { Other } from "./other.ts";
import { domainsHere } from "./pull.ts";

/** The result of a push. */
export interface Push {
  readonly more: boolean;
  readonly sent: number;
  readonly acked: number;
  readonly skipped: number;
  readonly failed: number;
}

/**
 * Sends a portion of each kind of our changes. The cursor moves in the commit that adds records that were not accepted
 * to the outbox. Referenced kinds are sent completely before the kinds that refer to them.
 */
export async function pushOnce(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  there: readonly string[],
  wanted?: string,
): Promise<Push> {
  const { store, transact } = host;
  const site = (await siteOf(store)) ?? "";
  const rights = await rightsOf(host, link);
  const counts = { sent: 0, acked: 0, skipped: 0, failed: 0 };
  for (const domain of await domainsHere(host, wanted)) {
    if (!there.includes(domain.id) || !mayExchange(rights, domain.id, "read")) continue;
    for (const kind of domain.kinds) {
      const key: CursorKey = { site: siteOfLink(link), domain: domain.id, kind, direction: "push" };
      const before = await cursorAt(store, key);
      const reader = siteOfLink(link);
      const { records, cursor, more } = await changesOf(
        store,
        { domain, kind, cursor: before, reader, rights },
        createCapacity(),
      );
      if (cursor === undefined || cursor === before) continue;
      const parcels = records.map((record) => ({ domain: domain.id, ...record }));
      const results = parcels.length > 0 ? (await other.push(site, parcels)).results : [];
      if (results.length !== parcels.length)
        throw new Fault("nonsense", "it sent a response that does not match the sent records");
      await transact(async (ctx) => {
        if (!(await moveCursor(ctx, key, { before, value: cursor }))) return;
        for (const [at, { status }] of results.entries()) {
          const { name, vector } = parcels[at] as (typeof parcels)[number];
          if (status === "acked" || status === "skipped") ctx.store.add(tally, 1, "outbox", status);
          else await outbox.add(ctx, { domain: domain.id, name }, { key: digestOf(domain.id, name, vector) });
        }
        if (results.length > 0) ctx.store.add(tally, results.length, "outbox", "sent");
      });
      counts.sent += results.length;
      for (const { status } of results) counts[status === "refused" ? "failed" : status]++;
      if (more) return { ...counts, more };
    }
  }
  return { ...counts, more: false };
}
