import { hash, randomBytes } from "node:crypto";
import { gatewayErrors, type PluginContext, type Reads } from "@postern/core";
import { isTicketTime } from "@postern/core/access";
import { type Signer, signerOf } from "@postern/core/sealing";
import { signings, usedTickets } from "./collections.ts";
import type { Filter } from "./filter.ts";

const LIFETIME = 30_000;
const MAX_LENGTH = 4_096;
/** How many records of expired tickets are removed with each use. */
const PORTION = 10;

interface Ticket {
  readonly contextId: string;
  readonly filter: Filter;
  readonly expiresAt: number;
  /** Makes two tickets for the same events different. */
  readonly nonce: string;
}

/** A signed ticket, which any gateway of the store accepts. Only its use is stored. */
export async function issueTicket(store: Reads, contextId: string, filter: Filter, now: number) {
  const signer = await signerOf(store, signings);
  if (!signer) throw gatewayErrors.Unavailable({ reason: "The store does not accept writes" });
  const expiresAt = now + LIFETIME;
  const ticket: Ticket = { contextId, filter, expiresAt, nonce: randomBytes(12).toString("base64url") };
  const payload = Buffer.from(JSON.stringify(ticket)).toString("base64url");
  return { ticket: `${payload}.${signer.sign(payload)}`, expiresAt };
}

/**
 * Consumes a ticket. Returns undefined if it is not one, or was used or has expired. The commit decides which of several
 * gateways was first.
 */
export async function useTicket(
  { store, transact, now }: Pick<PluginContext, "store" | "transact" | "now">,
  text: string,
): Promise<Ticket | undefined> {
  const ticket = read(text, await signerOf(store, signings));
  if (!ticket || !isTicketTime(ticket.expiresAt, now(), LIFETIME)) return undefined;
  const digest = hash("sha256", text, "base64url");
  const isFirst = await transact(async ({ store, now }) => {
    if (await store.get(usedTickets, digest)) return false;
    const old = { by: "byExpiry", to: [now - LIFETIME], limit: PORTION } as const;
    for (const { digest } of (await store.unchecked.find(usedTickets, old)).items)
      await store.delete(usedTickets, digest);
    await store.put(usedTickets, { digest, expiresAt: ticket.expiresAt });
    return true;
  });
  return isFirst ? ticket : undefined;
}

function read(text: string, signer: Signer | undefined): Ticket | undefined {
  const [payload, signature] = text.length <= MAX_LENGTH ? text.split(".") : [];
  if (payload === undefined || signature === undefined || !signer?.isSigned(payload, signature)) return undefined;
  return JSON.parse(Buffer.from(payload, "base64url").toString("utf8")) as Ticket;
}
