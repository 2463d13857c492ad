import { defineRoute, T } from "@postern/core";
import { TicketNotValid } from "./errors.ts";
import { group } from "./group.ts";
import { TicketText } from "./schemas.ts";
import { ticketIn } from "./ticket-in.ts";
import { tickets } from "./tickets.ts";

/** Reports to the program that asked for a ticket when the browser has signed in. */
export const sessionCheck = defineRoute(group, {
  method: "POST",
  path: "/console/session/check",
  summary: "Check whether a ticket is still valid",
  description: "`postern open` removes its sign-in file when the ticket was used. The ticket is not used by the check.",
  scope: "open",
  body: T.Object({ ticket: TicketText }),
  produces: "application/json",
  errors: [TicketNotValid],
  async handle(request, { host }) {
    if (!(await tickets.isValid(host, await ticketIn(request)))) throw TicketNotValid({});
    return Response.json({ valid: true }, { headers: { "cache-control": "no-store" } });
  },
});
