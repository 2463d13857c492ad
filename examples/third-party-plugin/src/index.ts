import { chatDirectory } from "@postern/chats/services";
import {
  defineCollection,
  defineCommand,
  defineError,
  defineEvent,
  defineGroup,
  definePlugin,
  defineQuery,
  numeric,
  T,
} from "@postern/core";
import { listOf, within } from "@postern/core/paging";
import { defineQueue } from "@postern/core/queue";

const Reminder = T.Object({ id: T.String(), chatId: T.String(), text: T.String(), dueAt: T.Number() });

const reminders = defineCollection("reminders.reminder", {
  schema: Reminder,
  key: (reminder) => [reminder.id],
  indexes: { byDue: (reminder) => [reminder.dueAt] },
});

export const reminderSet = defineEvent("reminders.reminder.set", {
  summary: "A reminder was set",
  data: T.Object({ reminder: Reminder }),
  subject: ({ reminder }) => reminder.id,
});

export const reminderDue = defineEvent("reminders.reminder.due", {
  summary: "It is time for a reminder",
  data: T.Object({ reminder: Reminder }),
  subject: ({ reminder }) => reminder.id,
});

export const ChatUnknown = defineError("reminders.chat_unknown", {
  status: 404,
  data: T.Object({ chatId: T.String() }),
  message: ({ chatId }) => `There is no chat ${chatId} to remind in`,
});

const group = defineGroup("reminders", { title: "Reminders", needs: { chats: chatDirectory } });

/** Waits for its time also across restarts, and is done by one process, however many there are. */
export const alarms = defineQueue(group, "alarms", {
  one: "alarm",
  entry: T.Object({ reminderId: T.String() }),
  async handle({ payload }, { host }) {
    const reminder = await host.store.get(reminders, payload.reminderId);
    return ({ emit }) => reminder && emit(reminderDue, { reminder });
  },
});

export const set = defineCommand(group, {
  id: "reminders.set",
  summary: "Set a reminder in a chat",
  dryRunByDefault: true,
  input: T.Object({
    chatId: T.String({ pattern: "^chat_[0-9a-f]{24}$", description: "Where to remind" }),
    text: T.String({ minLength: 1, maxLength: 500, description: "What to say" }),
    dueAt: numeric({ description: "When, in Unix milliseconds" }),
  }),
  output: T.Object({ reminder: Reminder }),
  errors: [ChatUnknown],
  resource: ({ chatId }) => chatId,
  async plan({ services }, { chatId, dueAt }) {
    const chat = await services.chats.chat(chatId);
    if (!chat) throw ChatUnknown({ chatId });
    return { summary: `Remind in ${chat.title ?? chatId} at ${new Date(dueAt).toISOString()}` };
  },
  async execute(ctx, _plan, { chatId, text, dueAt }) {
    const reminder = { id: ctx.id("reminder_"), chatId, text, dueAt };
    await ctx.store.put(reminders, reminder);
    await alarms.add(ctx, { reminderId: reminder.id }, { delay: Math.max(0, dueAt - ctx.now) });
    ctx.emit(reminderSet, { reminder });
    return { reminder };
  },
});

const Reminders = listOf("reminders", Reminder);

export const list = defineQuery(group, {
  id: "reminders.list",
  summary: "List reminders, the next one first",
  input: T.Object({ ...Reminders.fields }),
  output: Reminders.output,
  run: ({ store }, input) => Reminders.answer(input, within(store, reminders, { by: "byDue" }), (found) => found),
});

export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  operations: [set, list],
  events: [reminderSet, reminderDue],
  collections: { reminders },
  duties: [alarms],
});
