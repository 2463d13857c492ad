import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { chatOf, showChat } from "../chat.ts";
import { type ChatRecord, chats } from "../collections.ts";
import { ChatNotFound } from "../errors.ts";
import { chatUpdated } from "../events.ts";
import { group } from "../group.ts";
import { Chat, ChatId, Tags, Title } from "../schemas.ts";

export const update = defineCommand(group, {
  id: "chats.update",
  summary: "Update the title or the tags of a chat",
  description: "Omitted fields keep their value. An empty title removes the title.",
  input: T.Object({ chatId: ChatId, title: T.Optional(Title), tags: T.Optional(described(Tags, "Tags")) }),
  output: T.Object({ chat: described(Chat, "The chat") }),
  errors: [ChatNotFound],
  examples: [{ title: "Rename a chat", input: { chatId: "chat_0123456789abcdef01234567", title: "Release 2" } }],
  resource: ({ chatId }) => chatId,
  async plan({ store }, { chatId }) {
    await chatOf(store, chatId);
    return { summary: `Update chat ${chatId}` };
  },
  async undo({ store }, _plan, { chatId, ...given }) {
    const fields = restoring(given, await chatOf(store, chatId), { title: "" });
    return fields && { operation: "chats.update", input: { chatId, ...fields } };
  },
  async execute({ store, now, emit }, _plan, { chatId, title, tags }) {
    const before = await chatOf(store, chatId);
    const record: ChatRecord = omitUndefined({
      ...before,
      title: title === undefined ? before.title : title || undefined,
      tags: tags ?? before.tags,
      updatedAt: now,
    });
    await store.put(chats, record);
    const chat = showChat(record);
    emit(chatUpdated, { chat });
    return { chat };
  },
});
