import { type Static, T } from "@postern/core";

export const ChatId = T.String({ pattern: "^chat_[0-9a-f]{24}$", description: "Where to remind" });
export const Text = T.String({ minLength: 1, maxLength: 500, description: "What to say" });

export const Reminder = T.Object({ id: T.String(), chatId: T.String(), text: T.String(), dueAt: T.Number() });
export type Reminder = Static<typeof Reminder>;
