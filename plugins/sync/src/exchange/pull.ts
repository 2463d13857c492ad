import { digestOf, readInput, type Static, T } from "@postern/core";
import type { SyncDomain } from "@postern/core/sync";
import type { LinkRecord } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { holdBroken } from "../inbox.ts";
import { siteOfLink } from "../link.ts";
import { takeIn } from "../records/intake.ts";
import { rightsOf } from "../rights.ts";
import { Parcel, type Received } from "../schemas.ts";
import { enabledIn, siteOf } from "../site.ts";
import { cursorAt, move, type Way } from "./cursors.ts";
import { Fault } from "./fault.ts";
import { mindOther } from "./meet.ts";
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
export async function domainsHere(
  { store, state }: Pick<SyncHost, "store" | "state">,
  wanted?: string,
): Promise<SyncDomain[]> {
  const ids = (await enabledIn(store)).filter((id) => wanted === undefined || id === wanted);
  return ids.flatMap((id) => state.domains.get(id) ?? []);
}

/**
 * Answers what asks the other gateway once for what it has, and takes it in; each cursor moves in the commit that ends
 * its portion. Where there is more, that is asked for while the portion before it is taken in.
 */
export function createPulling(host: SyncHost, link: LinkRecord, other: Other, wanted?: string): () => Promise<Pull> {
  let ahead: Asked | undefined;

  async function ask(from: readonly Position[]): Promise<Asked> {
    const site = (await siteOf(host.store)) ?? "";
    const answer = other.pull(site, from);
    // Who waits for it hears of its failure.
    answer.catch(() => {});
    return { from, answer };
  }

  return async () => {
    const { from, answer } = ahead ?? (await ask(await positionsOf(host, link, wanted)));
    ahead = undefined;
    const { site, installation, newest, domains: there, pages } = await answer;
    if (site !== siteOfLink(link)) await mindOther(host, link, { site, installation });
    const more = pages.some(({ more }) => more);
    if (more) ahead = await ask(from.map((position) => after(position, pages)));
    const counts = { applied: 0, skipped: 0, held: 0, refused: 0 };
    for (const page of pages) {
      const outcomes = await takePage(
        host,
        link,
        page,
        from.find((position) => isOf(position, page)),
      );
      for (const { status } of outcomes) counts[status]++;
    }
    const { applied, skipped, held } = counts;
    return { more, newest, there, applied, skipped, held };
  };
}

/** A question, and the answer that is under way. */
interface Asked {
  readonly from: readonly Position[];
  readonly answer: Promise<Received>;
}

/** Where we stand with each kind, those first that others point at. */
async function positionsOf(host: SyncHost, link: LinkRecord, wanted: string | undefined): Promise<Position[]> {
  const from: Position[] = [];
  for (const { id: domain, kinds } of await domainsHere(host, wanted)) {
    for (const kind of kinds) {
      const cursor = await cursorAt(host.store, wayOf(link, domain, kind));
      from.push({ domain, kind, ...(cursor !== undefined && { cursor }) });
    }
  }
  return from;
}

const isOf = ({ domain, kind }: Position, page: Received["pages"][number]): boolean =>
  domain === page.domain && kind === page.kind;

/** Where we stand once these pages are taken in. */
function after(position: Position, pages: Received["pages"]): Position {
  const cursor = pages.find((page) => isOf(position, page))?.cursor;
  return cursor === undefined ? position : { ...position, cursor };
}

const wayOf = (link: LinkRecord, domain: string, kind: string): Way => ({
  site: siteOfLink(link),
  domain,
  kind,
  direction: "pull",
});

async function takePage(host: SyncHost, link: LinkRecord, page: Received["pages"][number], at: Position | undefined) {
  const { domain: id, kind, cursor: value, records, more, left } = page;
  const domain = host.state.domains.get(id);
  if (!domain || !at || (more && value === at.cursor))
    throw new Fault("nonsense", "it answers what it was not asked for");
  if (value === undefined || value === at.cursor) return [];
  const way = wayOf(link, id, kind);
  const { parcels, broken } = sorted(kind, records);
  return takeIn(host, {
    domain,
    from: siteOfLink(link),
    parcels,
    keeps: true,
    rights: await rightsOf(host, link),
    async settle(ctx) {
      for (const fault of broken) await holdBroken(ctx, { domain: id, kind, from: siteOfLink(link), ...fault });
      await move(ctx, way, { before: at.cursor, value, left });
    },
  });
}

/** The records of a page, and what is wrong with those that are none. */
function sorted(kind: string, records: readonly unknown[]) {
  const parcels: Static<typeof Sent>[] = [];
  const broken: { fault: string; digest: string }[] = [];
  for (const record of records) {
    const [issue] = readInput(Sent, record);
    const parcel = record as Static<typeof Sent>;
    if (!issue && parcel.name[0] === kind) parcels.push(parcel);
    else {
      const fault = issue ? `It is no record: ${issue.path} ${issue.message}` : `It is no record of the kind ${kind}`;
      broken.push({ fault, digest: digestOf(record ?? null) });
    }
  }
  return { parcels, broken };
}

const Sent = T.Omit(Parcel, ["domain"]);
