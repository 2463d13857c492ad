import { defineCollection } from "@postern/core";
import { Reminder } from "./schemas.ts";

export const reminders = defineCollection("reminders.reminder", {
  schema: Reminder,
  key: ({ id }) => [id],
  indexes: { byDue: ({ dueAt }) => [dueAt] },
});
