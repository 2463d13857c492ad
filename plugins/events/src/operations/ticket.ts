import { defineQuery, secret, T } from "@postern/core";
import { group } from "../group.ts";
import { Subject, Topic, TypeGlobs } from "../schemas.ts";
import { tickets } from "../tickets.ts";

export const ticket = defineQuery(group, {
  id: "events.ticket",
  summary: "Create a ticket for one event stream",
  description:
    "For a browser's EventSource, which cannot send headers: it keeps the key out of URLs. The ticket opens one stream within 30 seconds, with the rights of this key and for these events.",
  properties: ["gives-key"],
  input: T.Object({ type: T.Optional(TypeGlobs), subject: T.Optional(Subject), topic: T.Optional(Topic) }),
  output: T.Object({
    ticket: secret(T.String({ description: "Value of the query parameter `ticket` of GET /api/v1/events/stream" })),
    expiresAt: T.Integer({ description: "When the ticket expires, in Unix milliseconds" }),
  }),
  examples: [{ title: "A ticket for message events", input: { type: "chats.message.*" } }],
  run: ({ store, caller, now }, filter) => tickets.issue(store.unchecked, { contextId: caller.contextId, filter }, now),
});
