import { defineError, T } from "@postern/core";

export const ChatUnknown = defineError("reminders.chat_unknown", {
  status: 404,
  data: T.Object({ chatId: T.String() }),
  message: ({ chatId }) => `Chat ${chatId} does not exist, so nothing can be reminded of there`,
  fix: () => "postern chats list",
});
