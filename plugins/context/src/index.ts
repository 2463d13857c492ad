import { definePlugin } from "@postern/core";
import { lastingWork } from "@postern/kit/access";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { createLastingRegistry } from "./lasting.ts";
import * as operations from "./operations/index.ts";

export { ChainTooLong, ContextEnded, ContextNotFound, PrincipalInUse, PrincipalNotFound } from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Context } from "./schemas.ts";

/** Contexts, their API keys and scopes. */
export default definePlugin(group, {
  version: "1.0.0",
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { lasting: lastingWork },
  setup() {
    const lasting = createLastingRegistry();
    return { services: { lasting }, state: { lasting } };
  },
});
