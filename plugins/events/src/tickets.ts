import { hash, randomBytes } from "node:crypto";
import { gatewayErrors } from "@postern/core";
import type { Filter } from "./filter.ts";
import type { Ticket, Tickets } from "./state.ts";

const LIFETIME = 30_000;
const MAX_TICKETS = 1_000;
const MAX_PER_CONTEXT = 100;

export function issueTicket(tickets: Tickets, contextId: string, filter: Filter, now: number) {
  // The map is ordered by issue time, so the search ends at the first ticket that has not expired.
  for (const [digest, { expiresAt }] of tickets) {
    if (expiresAt > now && expiresAt <= now + LIFETIME) break;
    tickets.delete(digest);
  }
  const own = [...tickets.values()].filter((ticket) => ticket.contextId === contextId).length;
  if (tickets.size >= MAX_TICKETS || own >= MAX_PER_CONTEXT)
    throw gatewayErrors.Unavailable({
      reason: "Too many unused tickets. Tickets expire after 30 seconds, so try again later.",
    });
  const ticket = randomBytes(32).toString("base64url");
  const expiresAt = now + LIFETIME;
  tickets.set(digestOf(ticket), { contextId, filter, expiresAt });
  return { ticket, expiresAt };
}

/** Consumes a ticket. Returns undefined if it is unknown, used or expired. */
export function useTicket(tickets: Tickets, text: string, now: number): Ticket | undefined {
  const digest = digestOf(text);
  const ticket = tickets.get(digest);
  tickets.delete(digest);
  return ticket && ticket.expiresAt > now && ticket.expiresAt <= now + LIFETIME ? ticket : undefined;
}

const digestOf = (ticket: string): string => hash("sha256", ticket, "base64url");
