import { type Caller, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { canAccess } from "@postern/kit/access";
import { type LinkRecord, links } from "./collections.ts";
import { LinkNotYours, NotLinked } from "./errors.ts";
import { linkChanged } from "./events.ts";
import type { Link } from "./schemas.ts";

export const linkIn = (store: Reads) => store.get(links, "link");

/** Returns the link or throws 409. */
export async function linkOf(store: Reads): Promise<LinkRecord> {
  const link = await linkIn(store);
  if (!link) throw NotLinked({});
  return link;
}

/** Returns the link, or throws 409, or 403 if it belongs to another caller. */
export async function ownLinkOf({ store, caller }: { store: Reads; caller: Caller }): Promise<LinkRecord> {
  const link = await linkOf(store);
  if (canAccess(caller, "sync:write", link)) return link;
  throw LinkNotYours({});
}

/** The other gateway's id in version vectors, under which the cursors are stored. */
export const siteOfLink = ({ installationId, site = installationId }: LinkRecord): string => site;

export const showLink = ({ consoleUrl, connection, installationId, state, reason, linkedAt }: LinkRecord): Link =>
  omitUndefined({ consoleUrl, connection, installationId, state, reason, linkedAt });

/** Updates the state of the link in the caller's transaction. Emits an event if the state or reason changed. */
export async function setLinkState(
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
