import { defineEvent, T } from "@postern/core";
import { Reminder } from "./schemas.ts";

const data = T.Object({ reminder: Reminder });
const subject = ({ reminder }: { reminder: Reminder }) => reminder.id;

export const reminderSet = defineEvent("reminders.reminder.set", { summary: "A reminder was set", data, subject });

export const reminderDue = defineEvent("reminders.reminder.due", {
  summary: "A reminder is due",
  data,
  subject,
});
