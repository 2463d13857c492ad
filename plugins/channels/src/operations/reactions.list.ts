import { defineQuery, T } from "@postern/core";
import { limitToGrants, listOf, within } from "@postern/kit/paging";
import { reactions } from "../collections.ts";
import { group } from "../group.ts";
import { showReaction } from "../receiving/reaction.ts";
import { ChatId, MessageId, Reaction } from "../schemas.ts";

const Reactions = listOf("reactions", Reaction, {
  emoji: "plain",
  actorId: "actor",
  messageId: "id",
  at: "ago",
  adapter: ["id", 1],
  chatId: ["id", 2],
});

export const reactionsList = defineQuery(group, {
  id: "channels.reactions.list",
  summary: "List reactions from platforms, newest first",
  description: "Returns the reactions to one message, to the messages of one chat, or to all messages.",
  input: T.Object({ messageId: T.Optional(MessageId), chatId: T.Optional(ChatId), ...Reactions.fields }),
  narrowed: true,
  output: Reactions.output,
  examples: [{ title: "List the reactions in a chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
  run({ store, caller }, { messageId, chatId, ...page }) {
    const place =
      messageId !== undefined
        ? ({ by: "byMessage", prefix: [messageId] } as const)
        : chatId !== undefined
          ? ({ by: "byChat", prefix: [chatId] } as const)
          : ({ by: "byTime" } as const);
    return Reactions.answer(
      page,
      limitToGrants(
        within(store, reactions, { ...place, reverse: true }),
        caller,
        "channels.reactions.list",
        ({ adapter, chatId }) => [adapter, chatId],
      ),
      showReaction,
    );
  },
});
