import { defineCommand, T } from "@postern/core";
import { chatOf } from "../chat.ts";
import { removeDraft } from "../drafts.ts";
import { ChatNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ActorId, ChatId } from "../schemas.ts";

export const draftsRemove = defineCommand(group, {
  id: "chats.drafts.remove",
  summary: "Remove the draft of an unsent message",
  description: "The next message of the actor in the chat removes it, too.",
  properties: ["posts"],
  input: T.Object({ chatId: ChatId, actorId: ActorId }),
  output: T.Object({ removed: T.Boolean({ description: "Whether there was a draft" }) }),
  errors: [ChatNotFound],
  examples: [{ title: "Remove a draft", input: { chatId: "chat_0123456789abcdef01234567", actorId: "main" } }],
  resource: ({ chatId }) => chatId,
  async plan({ store }, { chatId, actorId }) {
    await chatOf(store, chatId);
    return { summary: `Remove the draft of ${actorId} in chat ${chatId}` };
  },
  execute: async (ctx, _plan, { chatId, actorId }) => ({ removed: await removeDraft(ctx, chatId, actorId) }),
});
