import { defineCommand } from "@postern/core";
import { archivingChat } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "chats.unarchive",
  summary: "Restore an archived chat",
  description: "The chat accepts messages again.",
  ...archivingChat(false),
  examples: [{ title: "One chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
});
