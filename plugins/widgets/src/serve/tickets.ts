import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type Caller, keys, type PluginContext, type Reads, type Records } from "@postern/core";
import { signing } from "../collections.ts";
import { placeIdIn } from "../place.ts";

/** How long a ticket opens its widget, in milliseconds: as long as a page takes to load what it loads late. */
const LIFE = 15 * 60 * 1000;
const NAME = "tickets";

/** For whom there is no context: whoever embeds the gateway. */
const OWN = "own";
const TICKET = /^([0-9a-z]{1,11})\.([a-z0-9_]{1,64})\.([\w-]{43})$/;

/** Makes what tickets are signed with, once in the life of a store. */
export async function prepareTickets({ transact }: Pick<PluginContext, "transact">): Promise<void> {
  await transact(async ({ store }) => {
    if (await store.get(signing, NAME)) return;
    await store.put(signing, { name: NAME, secret: randomBytes(32).toString("base64url") });
  });
}

/**
 * A ticket for one widget, for the path of its address: a browser sends no key when it loads a page. Nothing is kept of
 * it: it says whose rights count and until when, and is signed.
 */
export async function issueTicket(store: Records, caller: Caller, widget: readonly string[], now: number) {
  const secret = await secretOf(store);
  if (secret === undefined) return undefined;
  const isOwn = caller.isAdmin && (await store.get(keys.contexts, caller.contextId)) === undefined;
  const expiresAt = now + LIFE;
  const said = `${expiresAt.toString(36)}.${isOwn ? OWN : caller.contextId}`;
  return { ticket: `${said}.${signed(secret, said, widget)}`, expiresAt };
}

/** Whether a ticket opens a widget now, for somebody who may still read it. */
export async function opens(
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
  if (left <= 0 || left > LIFE) return false;
  if (contextId === OWN) return true;
  return (await host.callerOf(contextId))?.allows("widgets:read", placeIdIn(scope)) ?? false;
}

/** What tickets and uploaded parts are signed with. */
export const secretOf = async (store: Reads): Promise<string | undefined> => (await store.get(signing, NAME))?.secret;

const signed = (secret: string, said: string, widget: readonly string[]): string =>
  createHmac("sha256", secret)
    .update(JSON.stringify([said, ...widget]))
    .digest("base64url");
