import { defineService } from "@postern/core";
import type { Chat, Message } from "./schemas.ts";

/** Chats for other plugins. Reads are checked when the caller's transaction commits. */
export interface ChatDirectory {
  /** The chat, or undefined if it does not exist. */
  chat(chatId: string): Promise<Chat | undefined>;
  /** The message, without raw provider ids, or undefined if it does not exist. */
  message(messageId: string): Promise<Message | undefined>;
}

export const chatDirectory = defineService<ChatDirectory>("chats.directory");

export { messageCreated, messageDeleted, messageDraft, messageRestored, messageUpdated } from "./events.ts";
export { create } from "./operations/create.ts";
export { draftsRemove } from "./operations/drafts.remove.ts";
export { draftsUpdate } from "./operations/drafts.update.ts";
export { messagesCreate } from "./operations/messages.create.ts";
export { messagesDelete } from "./operations/messages.delete.ts";
export { messagesIngest } from "./operations/messages.ingest.ts";
export { messagesList } from "./operations/messages.list.ts";
export { messagesShow } from "./operations/messages.show.ts";
export { messagesUpdate } from "./operations/messages.update.ts";
export { unarchive } from "./operations/unarchive.ts";
