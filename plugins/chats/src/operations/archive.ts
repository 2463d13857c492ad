import { defineCommand } from "@postern/core";
import { archivingChat } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "chats.archive",
  summary: "Archive a chat: it takes no more messages",
  description: "Messages stay readable. Restore the chat with `chats.unarchive`.",
  ...archivingChat(true),
  examples: [{ title: "One chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
});
