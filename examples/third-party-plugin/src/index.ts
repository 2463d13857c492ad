import { definePlugin } from "@postern/core";
import { definePage } from "@postern/kit/console";
import * as collections from "./collections.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";
import { alarms } from "./queues.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Reminder } from "./schemas.ts";
export { alarms };

/** Reminders in chats, which emit an event when they are due. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  operations: Object.values(operations),
  events: Object.values(events),
  collections,
  workers: [alarms],
  pages: [
    definePage({
      name: "reminders",
      title: "Reminders",
      files: new URL("../page/", import.meta.url),
      module: "index.js",
      icon: "icon.svg",
      needs: ["reminders.list"],
      uses: ["reminders.**", "chats.list"],
    }),
  ],
});
