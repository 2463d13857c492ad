import { digestOf, readInput, type Static, T } from "@postern/core";
import type { SyncDomain } from "@postern/kit/sync";
import type { LinkRecord } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { holdInvalid } from "../inbox.ts";
import { siteOfLink } from "../link.ts";
import { applyAll } from "../records/apply-all.ts";
import { rightsOf } from "../rights.ts";
import { Parcel, type Received } from "../schemas.ts";
import { enabledIn, siteOf } from "../site.ts";
import { type CursorKey, cursorAt, moveCursor } from "./cursors.ts";
import { Fault } from "./fault.ts";
import type { Other, Position } from "./other.ts";
import { handleOtherSite } from "./other-site.ts";

/** The result of a pull. */
export interface Pull {
  readonly more: boolean;
  readonly newest: string;
  /** The groups that are enabled on the other gateway. */
  readonly there: readonly string[];
  readonly applied: number;
  readonly skipped: number;
  readonly held: number;
}

/** The groups that are enabled and registered on this gateway, or one of them. */
export async function domainsHere(
  { store, state }: Pick<SyncHost, "store" | "state">,
  wanted?: string,
): Promise<SyncDomain[]> {
  const ids = (await enabledIn(store)).filter((id) => wanted === undefined || id === wanted);
  return ids.flatMap((id) => state.domains.get(id) ?? []);
}

/**
 * Returns a function that pulls and applies one portion of changes. Each cursor moves in the last commit of its
 * portion. If there is more, the next portion is requested while the current one is applied.
 */
export function createPulling(host: SyncHost, link: LinkRecord, other: Other, wanted?: string): () => Promise<Pull> {
  let ahead: PendingPull | undefined;

  async function ask(from: readonly Position[]): Promise<PendingPull> {
    const site = (await siteOf(host.store)) ?? "";
    const answer = other.pull(site, from);
    // Its failure is reported where the response is awaited.
    answer.catch(() => {});
    return { from, answer };
  }

  return async () => {
    const { from, answer } = ahead ?? (await ask(await positionsOf(host, link, wanted)));
    ahead = undefined;
    const { site, installation, newest, domains: there, pages } = await answer;
    if (site !== siteOfLink(link)) await handleOtherSite(host, link, { site, installation });
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

/** A request and its pending response. */
interface PendingPull {
  readonly from: readonly Position[];
  readonly answer: Promise<Received>;
}

/** Our cursors for each kind, referenced kinds first. */
async function positionsOf(host: SyncHost, link: LinkRecord, wanted: string | undefined): Promise<Position[]> {
  const from: Position[] = [];
  for (const { id: domain, kinds } of await domainsHere(host, wanted)) {
    for (const kind of kinds) {
      const cursor = await cursorAt(host.store, cursorKeyOf(link, domain, kind));
      from.push({ domain, kind, ...(cursor !== undefined && { cursor }) });
    }
  }
  return from;
}

const isOf = ({ domain, kind }: Position, page: Received["pages"][number]): boolean =>
  domain === page.domain && kind === page.kind;

/** The position after these pages are applied. */
function after(position: Position, pages: Received["pages"]): Position {
  const cursor = pages.find((page) => isOf(position, page))?.cursor;
  return cursor === undefined ? position : { ...position, cursor };
}

const cursorKeyOf = (link: LinkRecord, domain: string, kind: string): CursorKey => ({
  site: siteOfLink(link),
  domain,
  kind,
  direction: "pull",
});

async function takePage(host: SyncHost, link: LinkRecord, page: Received["pages"][number], at: Position | undefined) {
  const { domain: id, kind, cursor: value, records, more, left } = page;
  const domain = host.state.domains.get(id);
  if (!domain || !at || (more && value === at.cursor))
    throw new Fault("nonsense", "it sent a response that does not match the request");
  if (value === undefined || value === at.cursor) return [];
  const key = cursorKeyOf(link, id, kind);
  const { parcels, broken } = sorted(kind, records);
  return applyAll(host, {
    domain,
    from: siteOfLink(link),
    parcels,
    keeps: true,
    rights: await rightsOf(host, link),
    async onLastCommit(ctx) {
      for (const fault of broken) await holdInvalid(ctx, { domain: id, kind, from: siteOfLink(link), ...fault });
      await moveCursor(ctx, key, { before: at.cursor, value, left });
    },
  });
}

/** Separates the valid records of a page from invalid ones. */
function sorted(kind: string, records: readonly unknown[]) {
  const parcels: Static<typeof Sent>[] = [];
  const broken: { fault: string; digest: string }[] = [];
  for (const record of records) {
    const [issue] = readInput(Sent, record);
    const parcel = record as Static<typeof Sent>;
    if (!issue && parcel.name[0] === kind) parcels.push(parcel);
    else {
      const fault = issue
        ? `It is not a valid record: ${issue.path || "/"} ${issue.message}`
        : `It is not a record of the kind ${kind}`;
      broken.push({ fault, digest: digestOf(record ?? null) });
    }
  }
  return { parcels, broken };
}

const Sent = T.Omit(Parcel, ["domain"]);
