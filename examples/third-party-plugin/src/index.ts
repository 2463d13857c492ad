import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { list } from "./operations/list.ts";
import { set } from "./operations/set.ts";
import { alarms } from "./queues.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Reminder } from "./schemas.ts";
export { alarms, list, set };

/** Reminders in chats, which emit an event when they are due. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  operations: [set, list],
  events: Object.values(events),
  collections,
  workers: [alarms],
});
