import { hash, randomBytes } from "node:crypto";
import { gatewayErrors } from "@postern/core";
import type { Filter } from "./filter.ts";
import type { Ticket, Tickets } from "./state.ts";

const LIFE = 30_000;
const MOST = 1_000;
const MOST_EACH = 100;

export function issueTicket(tickets: Tickets, contextId: string, filter: Filter, now: number) {
  // In the order in which they were issued, so the first that lives ends the search.
  for (const [digest, { expiresAt }] of tickets) {
    if (expiresAt > now && expiresAt <= now + LIFE) break;
    tickets.delete(digest);
  }
  const own = [...tickets.values()].filter((ticket) => ticket.contextId === contextId).length;
  if (tickets.size >= MOST || own >= MOST_EACH)
    throw gatewayErrors.Unavailable({ reason: "Too many tickets wait to be used; they end after 30 seconds" });
  const ticket = randomBytes(32).toString("base64url");
  const expiresAt = now + LIFE;
  tickets.set(digestOf(ticket), { contextId, filter, expiresAt });
  return { ticket, expiresAt };
}

/** What a ticket is for; it is gone with that. Undefined for one that is unknown, used or too old. */
export function useTicket(tickets: Tickets, text: string, now: number): Ticket | undefined {
  const digest = digestOf(text);
  const ticket = tickets.get(digest);
  tickets.delete(digest);
  return ticket && ticket.expiresAt > now && ticket.expiresAt <= now + LIFE ? ticket : undefined;
}

const digestOf = (ticket: string): string => hash("sha256", ticket, "base64url");
