import { defineCommand, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { openChatOf } from "../chat.ts";
import { drafts } from "../collections.ts";
import { DRAFT_INTERVAL, isTooSoon, updateDraft } from "../drafts.ts";
import { ChatArchived, ChatNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ActorId, ChatId, DraftText } from "../schemas.ts";

export const draftsUpdate = defineCommand(group, {
  id: "chats.drafts.update",
  summary: "Show a message while it is being written",
  description: `Sends the whole text so far. An actor has one draft in a chat; its next message in the chat replaces it. A change within ${DRAFT_INTERVAL} ms of the previous change is skipped: send the newest text later.`,
  properties: ["posts"],
  input: T.Object({ chatId: ChatId, actorId: ActorId, text: DraftText }),
  output: T.Object({
    disposition: described(oneOf("updated", "skipped"), "`skipped` if the draft was changed a moment ago"),
  }),
  errors: [ChatNotFound, ChatArchived],
  examples: [
    {
      title: "The text of an agent so far",
      input: { chatId: "chat_0123456789abcdef01234567", actorId: "main", text: "The build" },
    },
  ],
  resource: ({ chatId }) => chatId,
  async plan({ store, now }, { chatId, actorId }) {
    await openChatOf(store, chatId);
    const isSkipped = isTooSoon(await store.get(drafts, chatId, actorId), now);
    return {
      summary: `Update the draft of ${actorId} in chat ${chatId}`,
      ...(isSkipped && { answer: { disposition: "skipped" as const } }),
    };
  },
  async execute(ctx, _plan, draft) {
    await updateDraft(ctx, draft);
    return { disposition: "updated" as const };
  },
});
