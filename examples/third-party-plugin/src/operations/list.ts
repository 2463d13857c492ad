import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/kit/paging";
import { reminders } from "../collections.ts";
import { group } from "../group.ts";
import { Reminder } from "../schemas.ts";

const Reminders = listOf("reminders", Reminder);

export const list = defineQuery(group, {
  id: "reminders.list",
  summary: "List reminders, the next due first",
  input: T.Object({ ...Reminders.fields }),
  output: Reminders.output,
  examples: [{ title: "The ten next reminders", input: { limit: "10" } }],
  run: ({ store }, input) => Reminders.answer(input, within(store, reminders, { by: "byDue" }), (found) => found),
});
