import { defineError, T } from "@postern/core";

export const ChatUnknown = defineError("reminders.chat_unknown", {
  status: 404,
  data: T.Object({ chatId: T.String() }),
  message: ({ chatId }) => `Chat "${chatId}" not found. List chats with "postern chats list".`,
  fix: () => "postern chats list",
});
