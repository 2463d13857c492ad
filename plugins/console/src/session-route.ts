import { defineRoute, T } from "@postern/core";
import { TicketNotValid } from "./errors.ts";
import { group } from "./group.ts";
import { TicketText } from "./schemas.ts";
import { ticketIn } from "./ticket-in.ts";
import { tickets } from "./tickets.ts";

/** Seconds for which a console stays signed in. */
const LIFETIME = 12 * 60 * 60;

interface Known {
  readonly context: { readonly label: string; readonly agentId?: string; readonly expiresAt?: number };
  readonly scopes: readonly string[];
}

export const session = defineRoute(group, {
  method: "POST",
  path: "/console/session",
  summary: "Exchange a ticket for a key",
  description:
    "The key has the rights of the key that created the ticket, and expires after 12 hours or together with that key. `name` is the agent or the label of that key: the person who uses the console.",
  scope: "open",
  body: T.Object({ ticket: TicketText }),
  produces: "application/json",
  errors: [TicketNotValid],
  async handle(request, { host }) {
    const used = await tickets.use(host, await ticketIn(request));
    const caller = used && (await host.callerOf(used.contextId));
    if (!caller) throw TicketNotValid({});
    const { gateway } = host.services;
    const { context, scopes } = (await gateway.call("context.whoami", {}, { caller })) as Known;
    const left = context.expiresAt === undefined ? Infinity : Math.floor((context.expiresAt - host.now()) / 1000);
    const ttl = left < LIFETIME ? {} : { ttl: String(LIFETIME) };
    const derived = (await gateway.call("context.derive", { label: used.label, scopes, ...ttl }, { caller })) as object;
    return Response.json(
      { ...derived, name: context.agentId ?? context.label },
      { headers: { "cache-control": "no-store" } },
    );
  },
});
