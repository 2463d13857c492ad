import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";
import { createRegistry } from "./registry.ts";
import { voiceRuntimes as voiceRuntimeRegistry } from "./services.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Candidate } from "./schemas.ts";

/** Voice runtimes for meetings, and whether they can be used on this machine. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { registry: voiceRuntimeRegistry },
  setup() {
    const { runtimes, registry } = createRegistry();
    return { services: { registry }, state: { runtimes } };
  },
});
