import { createClient } from "@postern/client";
import type { Api } from "@postern/client/api";
import { root } from "../router.ts";
import { type Kept, keep } from "./kept.ts";

/** Seconds for which the console stays signed in. */
const LIFETIME = 12 * 60 * 60;

/** The address of the gateway. */
export const gatewayUrl = new URL("..", root).href;

export const clientWith = (key: string) => createClient<Api>({ url: gatewayUrl, key });

/** The ticket in the address, which is removed from the address and from the history of the tab. */
export function takeTicket(): string | undefined {
  const [, ticket] = /^#ticket=(.+)$/.exec(location.hash) ?? [];
  if (ticket !== undefined) history.replaceState(null, "", location.pathname + location.search);
  return ticket;
}

/** Exchanges a ticket of `postern open` for a key. */
export async function signInWithTicket(ticket: string): Promise<Kept> {
  const response = await clientWith("").request("/console/session", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ticket }),
  });
  const { key, name } = (await response.json()) as { key: string; name: string };
  return kept({ key, isOwn: true, name });
}

/**
 * Signs in with a key that a person has. The console works with a key derived from it, so that it need not keep the
 * person's own, unless that key may not derive others.
 */
export async function signInWithKey(key: string): Promise<Kept> {
  const client = clientWith(key);
  const { context, scopes, operations } = await client.context.whoami();
  if (!operations.includes("context.derive")) return kept({ key, isOwn: false });
  const left = ((context.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now()) / 1000;
  const label = `console on ${location.hostname}`;
  const derived = await client.context.derive({ label, scopes, ...(left > LIFETIME && { ttl: LIFETIME }) });
  const name = context.agentId ?? context.label;
  return derived.key === undefined ? kept({ key, isOwn: false }) : kept({ key: derived.key, isOwn: true, name });
}

function kept(found: Kept): Kept {
  keep(found);
  return found;
}
