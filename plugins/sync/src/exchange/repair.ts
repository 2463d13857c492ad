import { digestOf } from "@postern/core";
import type { SyncDomain } from "@postern/kit/sync";
import { type LinkRecord, tally, tracked } from "../collections.ts";
import type { SyncHost } from "../host.ts";
import { siteOfLink } from "../link.ts";
import { outbox } from "../outbox.ts";
import { applyAll } from "../records/apply-all.ts";
import { parcelOf } from "../records/feed.ts";
import { rightsOf } from "../rights.ts";
import { MAX_BYTES, MAX_NAMES, MAX_RECORDS, type Parcel } from "../schemas.ts";
import { siteOf } from "../site.ts";
import { type Difference, orderOf } from "./compare.ts";
import { Fault } from "./fault.ts";
import type { Other } from "./other.ts";

/**
 * Exchanges the records that differ: records with more changes on the other gateway are fetched, others are sent.
 * Records changed on both go both ways; both gateways choose the same version and store the other as a conflict.
 */
export async function repair(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  domain: SyncDomain,
  differences: readonly Difference[],
): Promise<void> {
  const inOrder = differences.toSorted((one, two) => rankOf(domain, one) - rankOf(domain, two));
  const wanted = inOrder.filter((one) => one.there && orderOf(one) !== "after");
  await fetchAll(
    host,
    link,
    other,
    domain,
    wanted.map(({ name }) => name),
  );
  const sent = inOrder.filter((one) => one.here && orderOf(one) !== "before");
  await sendAll(
    host,
    other,
    domain,
    sent.map(({ name }) => name),
  );
}

/** Referenced kinds come first. */
const rankOf = ({ kinds }: SyncDomain, { name }: Difference): number => kinds.indexOf(name[0] as string);

type Names = readonly (readonly string[])[];

async function fetchAll(
  host: SyncHost,
  link: LinkRecord,
  other: Other,
  domain: SyncDomain,
  names: Names,
): Promise<void> {
  let rest = [...names];
  while (rest.length > 0) {
    const parcels = await other.fetch(domain.id, rest.slice(0, MAX_NAMES));
    const received = new Set(parcels.map(({ name }) => JSON.stringify(name)));
    const asked = new Set(rest.slice(0, MAX_NAMES).map((name) => JSON.stringify(name)));
    if ([...received].some((name) => !asked.has(name)))
      throw new Fault("nonsense", "it sent a response that does not match the request");
    const rights = await rightsOf(host, link);
    await applyAll(host, { domain, from: siteOfLink(link), parcels, keeps: true, rights });
    const last = rest.findLastIndex((name) => received.has(JSON.stringify(name)));
    // A record that was not returned, although there was room for it, is being changed.
    rest = last < 0 ? rest.slice(MAX_NAMES) : rest.slice(last + 1);
  }
}

async function sendAll(host: SyncHost, other: Other, domain: SyncDomain, names: Names): Promise<void> {
  const site = (await siteOf(host.store)) ?? "";
  let parcels: Parcel[] = [];
  let bytes = 0;
  for (const name of names) {
    const known = await host.store.get(tracked, domain.id, ...name);
    const parcel = known && (await parcelOf(host.store, domain, known));
    if (!parcel) continue;
    const size = Buffer.byteLength(JSON.stringify(parcel));
    if (parcels.length === MAX_RECORDS || (parcels.length > 0 && bytes + size > MAX_BYTES)) await send();
    parcels.push({ domain: domain.id, ...parcel });
    bytes += size;
  }
  await send();

  async function send(): Promise<void> {
    const portion = parcels;
    [parcels, bytes] = [[], 0];
    if (portion.length === 0) return;
    const { results } = await other.push(site, portion);
    if (results.length !== portion.length)
      throw new Fault("nonsense", "it sent a response that does not match the sent records");
    await host.transact(async (ctx) => {
      for (const [at, { status }] of results.entries()) {
        const { name, vector } = portion[at] as Parcel;
        if (status === "acked" || status === "skipped") ctx.store.add(tally, 1, "outbox", status);
        else await outbox.add(ctx, { domain: domain.id, name }, { key: digestOf(domain.id, name, vector) });
      }
      ctx.store.add(tally, results.length, "outbox", "sent");
    });
  }
}
