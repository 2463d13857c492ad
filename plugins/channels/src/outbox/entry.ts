import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";

const Does = oneOf("send", "edit", "remove");
export type Does = Static<typeof Does>;

export const Entry = T.Object({
  adapter: T.String({ description: "Id of the adapter" }),
  place: T.String({ description: "The platform's id of the conversation" }),
  chatId: T.String({ description: "Id of the chat" }),
  messageId: T.String({ description: "Id of the message" }),
  revision: T.Integer({ description: "Of the message, when this was asked for" }),
  does: described(Does, "What is done on the platform"),
});
export type OutboxEntry = Static<typeof Entry>;

export const Note = T.Object({
  outcome: described(
    oneOf("sent", "changed", "nothing", "waiting", "not-sent", "refused", "failed", "ambiguous"),
    "What became of it",
  ),
  parts: T.Optional(T.Integer({ description: "How many messages of the platform it is" })),
  out: T.Optional(T.Integer({ description: "How many of them are out" })),
  reason: T.Optional(T.String({ description: "Why, in one sentence" })),
});
export type OutboxNote = Static<typeof Note>;
