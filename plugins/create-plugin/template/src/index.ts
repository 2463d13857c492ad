import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Item } from "./schemas.ts";

/** My group: create and list items. */
export default definePlugin(group, {
  version: "0.1.0",
  data: 1,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
});
