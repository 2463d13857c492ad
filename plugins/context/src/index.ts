import { definePlugin } from "@postern/core";
import { schemas } from "./component-schemas.ts";
import { keyDerived, keyRevoked, keyRotated } from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";

export { ChainTooLong, ContextEnded, ContextNotFound } from "./errors.ts";
export { keyDerived, keyRevoked, keyRotated } from "./events.ts";
export * from "./operations/index.ts";
export type { Context } from "./schemas.ts";

/** Contexts, their API keys and scopes. */
export default definePlugin(group, {
  version: "1.0.0",
  schemas,
  operations: Object.values(operations),
  events: [keyDerived, keyRotated, keyRevoked],
});
