import { type Static, T } from "@postern/core";

export const ChatId = T.String({ pattern: "^chat_[0-9a-f]{24}$", description: "Id of the chat" });
export const Text = T.String({ minLength: 1, maxLength: 500, description: "Text of the reminder" });

export const Reminder = T.Object({ id: T.String(), chatId: T.String(), text: T.String(), dueAt: T.Number() });
export type Reminder = Static<typeof Reminder>;
