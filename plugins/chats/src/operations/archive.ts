import { defineCommand } from "@postern/core";
import { archivingChat } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "chats.archive",
  summary: "Archive a chat",
  description:
    "An archived chat does not accept new messages. Its messages stay readable. Restore the chat with `chats.unarchive`.",
  ...archivingChat(true),
  examples: [{ title: "One chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
});
