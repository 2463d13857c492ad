import type { Reads } from "@postern/core";
import { showChat } from "./chat.ts";
import { chats, messages } from "./collections.ts";
import { keyIn, showMessage } from "./message.ts";
import { MessageId } from "./schemas.ts";
import type { ChatDirectory } from "./services.ts";

const MESSAGE_ID = new RegExp(MessageId.pattern as string);

export function createDirectory({ store }: { store: Reads }): ChatDirectory {
  return {
    async chat(chatId) {
      const chat = chatId === "" ? undefined : await store.get(chats, chatId);
      return chat && showChat(chat);
    },
    async message(messageId) {
      if (!MESSAGE_ID.test(messageId)) return undefined;
      const message = await store.get(messages, ...keyIn(messageId));
      const chat = message && (await store.get(chats, message.chatId));
      return chat && showMessage(message, chat);
    },
  };
}
