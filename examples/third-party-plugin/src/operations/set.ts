import { defineCommand, T } from "@postern/core";
import { numeric } from "@postern/kit/fields";
import { reminders } from "../collections.ts";
import { ChatUnknown } from "../errors.ts";
import { reminderSet } from "../events.ts";
import { group } from "../group.ts";
import { alarms } from "../queues.ts";
import { ChatId, Reminder, Text } from "../schemas.ts";

export const set = defineCommand(group, {
  id: "reminders.set",
  summary: "Set a reminder in a chat",
  dryRunByDefault: true,
  input: T.Object({ chatId: ChatId, text: Text, dueAt: numeric({ description: "Due time, Unix milliseconds" }) }),
  output: T.Object({ reminder: Reminder }),
  errors: [ChatUnknown],
  examples: [
    {
      title: "A reminder in the new year",
      input: { chatId: "chat_0123456789abcdef01234567", text: "Wish them well", dueAt: "1798761600000" },
    },
  ],
  resource: ({ chatId }) => chatId,
  async plan({ services }, { chatId, dueAt }) {
    const chat = await services.chats.chat(chatId);
    if (!chat) throw ChatUnknown({ chatId });
    return { summary: `Set a reminder in ${chat.title ?? chatId} at ${new Date(dueAt).toISOString()}` };
  },
  async execute(ctx, _plan, { chatId, text, dueAt }) {
    const reminder = { id: ctx.id("reminder_"), chatId, text, dueAt };
    await ctx.store.put(reminders, reminder);
    await alarms.add(ctx, { reminderId: reminder.id }, { delay: Math.max(0, dueAt - ctx.now) });
    ctx.emit(reminderSet, { reminder });
    return { reminder };
  },
});
