import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { voiceRuntimesClearDefault } from "./operations/voice-runtimes.clear-default.ts";
import { voiceRuntimesSetDefault } from "./operations/voice-runtimes.set-default.ts";
import { voiceRuntimesShow } from "./operations/voice-runtimes.show.ts";
import { voiceRuntimes } from "./operations/voice-runtimes.ts";
import { createRegistry } from "./registry.ts";
import { voiceRuntimes as voiceRuntimeRegistry } from "./services.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Candidate } from "./schemas.ts";
export { voiceRuntimes, voiceRuntimesClearDefault, voiceRuntimesSetDefault, voiceRuntimesShow };

/** Voice runtimes for meetings, and whether they can be used on this machine. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [voiceRuntimes, voiceRuntimesShow, voiceRuntimesSetDefault, voiceRuntimesClearDefault],
  events: Object.values(events),
  provides: { registry: voiceRuntimeRegistry },
  setup() {
    const { runtimes, registry } = createRegistry();
    return { services: { registry }, state: { runtimes } };
  },
});
