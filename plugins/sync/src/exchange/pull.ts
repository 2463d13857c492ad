import type { SyncDomain } from "@postern/core/sync";
import type { Live } from "../live.ts";
import { takeIn } from "../records/intake.ts";
import type { Link, Pulled } from "../schemas.ts";
import { enabledIn, siteOf } from "../site.ts";
import { cursorAt, move, type Way } from "./cursors.ts";
import { Fault } from "./fault.ts";
import type { Other, Position } from "./other.ts";

/** What a look at the other gateway came to. */
export interface Pull {
  readonly more: boolean;
  readonly newest: string;
  /** The groups that are enabled there. */
  readonly there: readonly string[];
  readonly applied: number;
  readonly skipped: number;
  readonly held: number;
}

/** The groups that are enabled and run here, or one of them. */
export async function domainsHere({ host, domains }: Live, wanted?: string): Promise<SyncDomain[]> {
  const ids = (await enabledIn(host.store)).filter((id) => wanted === undefined || id === wanted);
  return ids.flatMap((id) => domains.get(id) ?? []);
}

/** Asks once for what the other gateway has, and takes it in; each cursor moves in the commit that ends its portion. */
export async function pullOnce(live: Live, link: Link, other: Other, wanted?: string): Promise<Pull> {
  const { store } = live.host;
  const here = await domainsHere(live, wanted);
  const from: Position[] = [];
  for (const { id: domain, kinds } of here) {
    for (const kind of kinds) {
      const cursor = await cursorAt(store, wayOf(link, domain, kind));
      from.push({ domain, kind, ...(cursor !== undefined && { cursor }) });
    }
  }
  const { site, newest, domains: there, pages } = await other.pull((await siteOf(store)) ?? "", from);
  if (site !== link.installationId)
    throw new Fault("other_gateway", "another gateway answers at that address; unlink this one and link that one");
  const counts = { applied: 0, skipped: 0, held: 0, refused: 0 };
  for (const page of pages) {
    const at = from.find(({ domain, kind }) => domain === page.domain && kind === page.kind);
    const outcomes = await takePage(live, link, page, at);
    for (const { status } of outcomes) counts[status]++;
  }
  const { applied, skipped, held } = counts;
  return { more: pages.some(({ more }) => more), newest, there, applied, skipped, held };
}

const wayOf = ({ installationId: site }: Link, domain: string, kind: string): Way => ({
  site,
  domain,
  kind,
  direction: "pull",
});

async function takePage(live: Live, link: Link, page: Pulled["pages"][number], at: Position | undefined) {
  const { domain: id, kind, cursor: value, records, more, left } = page;
  const domain = live.domains.get(id);
  const isOurs = domain && at && records.every(({ name }) => name[0] === kind);
  if (!isOurs || (more && value === at.cursor)) throw new Fault("nonsense", "it answers what it was not asked for");
  if (value === undefined || value === at.cursor) return [];
  const way = wayOf(link, id, kind);
  return takeIn(live, {
    domain,
    from: link.installationId,
    parcels: records,
    keeps: true,
    settle: (ctx) => move(ctx, way, { before: at.cursor, value, left }),
  });
}
