import { defineQuery, secret, T } from "@postern/core";
import { group } from "../group.ts";
import { Subject, Topic, TypeGlob } from "../schemas.ts";
import { issueTicket } from "../tickets.ts";

export const ticket = defineQuery(group, {
  id: "events.ticket",
  summary: "Get a ticket that opens one stream",
  description:
    "For a browser's EventSource, which sends no header: the key itself never stands in a URL. The ticket opens one stream, within 30 seconds, with the rights of this key and for these events.",
  input: T.Object({ type: T.Optional(TypeGlob), subject: T.Optional(Subject), topic: T.Optional(Topic) }),
  output: T.Object({
    ticket: secret(T.String({ description: "For the query of GET /api/v1/events/stream" })),
    expiresAt: T.Integer({ description: "Unix milliseconds" }),
  }),
  examples: [{ title: "For a page that shows messages", input: { type: "chats.message.*" } }],
  run: ({ state, caller, now }, filter) => issueTicket(state.tickets, caller.contextId, filter, now),
});
