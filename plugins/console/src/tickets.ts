import { oneUseTickets } from "@postern/kit/sealing";
import { signings, usedTickets } from "./collections.ts";

/** What a ticket says: whose rights the console gets, and the name of its key. */
export interface TicketContent {
  readonly contextId: string;
  readonly label: string;
}

/** Tickets that sign in once. Five minutes are enough to read an address in a terminal and open it. */
export const tickets = oneUseTickets<TicketContent>({ signings, usedTickets, lifetime: 5 * 60_000 });
