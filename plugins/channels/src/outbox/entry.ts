import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/kit/fields";

const Action = oneOf("send", "edit", "remove");
export type Action = Static<typeof Action>;

export const Entry = T.Object({
  adapter: T.String({ description: "Id of the adapter" }),
  place: T.String({ description: "Platform ID of the conversation" }),
  chatId: T.String({ description: "Id of the chat" }),
  messageId: T.String({ description: "Id of the message" }),
  revision: T.Integer({ description: "Revision of the message when the entry was created" }),
  does: described(Action, "Action on the platform"),
});
export type OutboxEntry = Static<typeof Entry>;

export const Note = T.Object({
  outcome: described(
    oneOf("sent", "changed", "nothing", "waiting", "not-sent", "refused", "failed", "ambiguous"),
    "Outcome of the last attempt",
  ),
  parts: T.Optional(T.Integer({ description: "Number of messages sent on the platform" })),
  out: T.Optional(T.Integer({ description: "Number of parts already sent" })),
  reason: T.Optional(T.String({ description: "Reason for the outcome" })),
});
export type OutboxNote = Static<typeof Note>;
