import { type Caller, isTheirs, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { type LinkRecord, links } from "./collections.ts";
import { LinkNotYours, NotLinked } from "./errors.ts";
import { linkChanged } from "./events.ts";
import type { Link } from "./schemas.ts";

export const linkIn = (store: Reads) => store.get(links, "link");

/** The link, or 409. */
export async function linkOf(store: Reads): Promise<LinkRecord> {
  const link = await linkIn(store);
  if (!link) throw NotLinked({});
  return link;
}

/** The link, or 403 where it is not the caller's. */
export async function ownLinkOf({ store, caller }: { store: Reads; caller: Caller }): Promise<LinkRecord> {
  const link = await linkOf(store);
  if (isTheirs(caller, "sync:write", link)) return link;
  throw LinkNotYours({});
}

/** The other gateway's id in vectors, by which the cursors are kept. */
export const siteOfLink = ({ installationId, site = installationId }: LinkRecord): string => site;

export const showLink = ({ consoleUrl, connection, installationId, state, reason, linkedAt }: LinkRecord): Link =>
  omitUndefined({ consoleUrl, connection, installationId, state, reason, linkedAt });

/** Stages how the exchange stands, and tells of it where that is another state or reason than before. */
export async function noteState(
  ctx: Pick<Transacting, "store" | "emit" | "now">,
  installationId: string,
  state: Link["state"],
  reason?: string,
): Promise<void> {
  const link = await linkIn(ctx.store);
  if (!link || link.installationId !== installationId || (link.state === state && link.reason === reason)) return;
  const { reason: _, recoveredAt, ...rest } = link;
  const recovery = state === "running" && rest.lastError !== undefined ? (recoveredAt ?? ctx.now) : recoveredAt;
  const changed: LinkRecord =
    reason === undefined
      ? { ...rest, state, ...(recovery !== undefined && { recoveredAt: recovery }) }
      : { ...rest, state, reason, lastError: reason, lastErrorAt: ctx.now };
  await ctx.store.put(links, changed);
  ctx.emit(linkChanged, { link: showLink(changed) });
}
