import { defineQuery, T } from "@postern/core";
import { group } from "../group.ts";
import { Label, TicketText } from "../schemas.ts";
import { tickets } from "../tickets.ts";

export const ticket = defineQuery(group, {
  id: "console.ticket",
  summary: "Create a ticket that signs in to the console once",
  description:
    "`postern open` uses it. The ticket is part of the address of the console, after `#ticket=`. Within five minutes it can be exchanged once for a key with the rights of this key, which expires after 12 hours and is revoked together with this key.",
  scope: "context:write",
  properties: ["gives-key"],
  input: T.Object({
    label: T.Optional(Label),
  }),
  output: T.Object({
    ticket: TicketText,
    expiresAt: T.Integer({ description: "When the ticket expires, in Unix milliseconds" }),
  }),
  examples: [{ title: "A ticket for a console on this machine", input: { label: "console on laptop" } }],
  run: ({ store, caller, now }, { label = "console" }) =>
    tickets.issue(store.unchecked, { contextId: caller.contextId, label }, now),
});
