import { definePlugin } from "@postern/core";
import * as events from "./events.ts";
import { group } from "./group.ts";

export * from "./errors.ts";
export * from "./events.ts";

export default definePlugin(group, { version: "1.0.0", data: 1, operations: [], events: Object.values(events) });
