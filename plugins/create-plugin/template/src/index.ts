import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { create } from "./operations/create.ts";
import { list } from "./operations/list.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Item } from "./schemas.ts";
export { create, list };

/** My group: create and list items. */
export default definePlugin(group, {
  version: "0.1.0",
  data: 1,
  collections,
  operations: [create, list],
  events: Object.values(events),
});
