import type { Caller, PluginContext, Reads } from "@postern/core";
import { hasRotated, isOwnCaller, isTicketTime } from "@postern/kit/access";
import { signerOf } from "@postern/kit/sealing";
import { signings } from "../collections.ts";
import { placeIdIn } from "../place.ts";

/** Lifetime of a ticket in milliseconds. Long enough for pages that load files later. */
const LIFETIME = 15 * 60 * 1000;

/** The embedding program, which has no context. */
const OWN = "own";
const TICKET = /^([0-9a-z]{1,11})\.([a-z0-9_]{1,64})\.([\w-]{43})$/;

/**
 * A ticket for one widget, as part of its URL, because browsers send no key when they load a page. Tickets are not
 * stored: they contain the context whose rights apply and the expiry time, and are signed.
 */
export async function issueTicket(store: Reads, caller: Caller, widget: readonly string[], now: number) {
  const signer = await signerOf(store, signings);
  if (!signer) return undefined;
  const expiresAt = now + LIFETIME;
  const payload = `${expiresAt.toString(36)}.${(await isOwnCaller(store, caller)) ? OWN : caller.contextId}`;
  return { ticket: `${payload}.${signer.sign(textOf(payload, widget))}`, expiresAt };
}

/**
 * Whether a ticket is valid for a widget now: its context can still read the widget, and the key that issued it was not
 * rotated, or is in its grace period.
 */
export async function isTicketValid(
  host: Pick<PluginContext, "store" | "now" | "callerOf">,
  ticket: string,
  widget: readonly string[],
  scope: string,
): Promise<boolean> {
  const [, expiry, contextId, signature] = TICKET.exec(ticket) ?? [];
  if (expiry === undefined || contextId === undefined || signature === undefined) return false;
  const signer = await signerOf(host.store, signings);
  if (!signer?.isSigned(textOf(`${expiry}.${contextId}`, widget), signature)) return false;
  if (!isTicketTime(Number.parseInt(expiry, 36), host.now(), LIFETIME)) return false;
  if (contextId === OWN) return true;
  const caller = await host.callerOf(contextId);
  if (!caller?.allows("widgets:read", placeIdIn(scope))) return false;
  const openedAt = Number.parseInt(expiry, 36) - LIFETIME;
  return !(await hasRotated(host.store, { caller, openedAt }, host.now()));
}

/** What is signed. */
const textOf = (payload: string, widget: readonly string[]): string => JSON.stringify([payload, ...widget]);
