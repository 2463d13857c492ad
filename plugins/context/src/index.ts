import { definePlugin } from "@postern/core";
import { schemas } from "./component-schemas.ts";
import { keyDerived, keyRevoked, keyRotated } from "./events.ts";
import { group } from "./group.ts";
import { derive } from "./operations/derive.ts";
import { list } from "./operations/list.ts";
import { revoke } from "./operations/revoke.ts";
import { rotate } from "./operations/rotate.ts";
import { scopes } from "./operations/scopes.ts";
import { show } from "./operations/show.ts";
import { whoami } from "./operations/whoami.ts";

export { ChainTooLong, ContextEnded, ContextNotFound } from "./errors.ts";
export { keyDerived, keyRevoked, keyRotated } from "./events.ts";
export type { Context } from "./schemas.ts";
export { derive, list, revoke, rotate, scopes, show, whoami };

/** Contexts, their API keys and scopes. */
export default definePlugin(group, {
  version: "1.0.0",
  schemas,
  operations: [whoami, list, show, derive, rotate, revoke, scopes],
  events: [keyDerived, keyRotated, keyRevoked],
});
