import { definePlugin } from "@postern/core";
import { createCatalogue } from "./catalogue/catalogue.ts";
import { inbound } from "./catalogue/inbound.ts";
import { outbound } from "./catalogue/outbound.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";
import { callProfiles } from "./services.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Profile } from "./schemas.ts";

/** Call profiles define the provider, language, voice and prompts of telephone calls. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { profiles: callProfiles },
  setup() {
    const catalogue = createCatalogue([...inbound, ...outbound]);
    return { services: { profiles: { register: catalogue.register } }, state: { catalogue } };
  },
});
