import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Caller, keys, type PluginContext, type Reads, type Records } from "@postern/core";
import { signing } from "../collections.ts";
import { placeIdIn } from "../place.ts";

/** Lifetime of a ticket in milliseconds. Long enough for pages that load files later. */
const LIFETIME = 15 * 60 * 1000;
const NAME = "tickets";

/** The embedding program, which has no context. */
const OWN = "own";
const TICKET = /^([0-9a-z]{1,11})\.([a-z0-9_]{1,64})\.([\w-]{43})$/;

/** Creates the secret for signatures, once per store. */
export async function prepareTickets({ transact }: Pick<PluginContext, "transact">): Promise<void> {
  await transact(async ({ store }) => {
    if (await store.get(signing, NAME)) return;
    await store.put(signing, { name: NAME, secret: randomBytes(32).toString("base64url") });
  });
}

/**
 * A ticket for one widget, as part of its URL, because browsers send no key when they load a page. Tickets are not
 * stored: they contain the context whose rights apply and the expiry time, and are signed.
 */
export async function issueTicket(store: Records, caller: Caller, widget: readonly string[], now: number) {
  const secret = await secretOf(store);
  if (secret === undefined) return undefined;
  const isOwn = caller.isAdmin && (await store.get(keys.contexts, caller.contextId)) === undefined;
  const expiresAt = now + LIFETIME;
  const payload = `${expiresAt.toString(36)}.${isOwn ? OWN : caller.contextId}`;
  return { ticket: `${payload}.${signed(secret, payload, widget)}`, expiresAt };
}

/** Whether a ticket is valid for a widget now, and its context can still read the widget. */
export async function isTicketValid(
  host: Pick<PluginContext, "store" | "now" | "callerOf">,
  ticket: string,
  widget: readonly string[],
  scope: string,
): Promise<boolean> {
  const [, expiry, contextId, signature] = TICKET.exec(ticket) ?? [];
  const secret = await secretOf(host.store);
  if (expiry === undefined || contextId === undefined || signature === undefined || secret === undefined) return false;
  const expected = signed(secret, `${expiry}.${contextId}`, widget);
  if (!timingSafeEqual(Buffer.from(signature), Buffer.from(expected))) return false;
  const left = Number.parseInt(expiry, 36) - host.now();
  if (left <= 0 || left > LIFETIME) return false;
  if (contextId === OWN) return true;
  return (await host.callerOf(contextId))?.allows("widgets:read", placeIdIn(scope)) ?? false;
}

/** The secret that signs tickets and the names of parts. */
export const secretOf = async (store: Reads): Promise<string | undefined> => (await store.get(signing, NAME))?.secret;

const signed = (secret: string, payload: string, widget: readonly string[]): string =>
  createHmac("sha256", secret)
    .update(JSON.stringify([payload, ...widget]))
    .digest("base64url");
