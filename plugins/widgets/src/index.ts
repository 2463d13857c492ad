import { definePlugin } from "@postern/core";
import { createSigningSecret } from "@postern/kit/sealing";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";
import { widget } from "./serve/route.ts";
import { createState } from "./state.ts";
import { sweep } from "./sweep.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Diagnostic, Item } from "./schemas.ts";

/** A library of widgets: folders that are checked, published in versions and served in a sandbox. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  setup: ({ services }) => ({ state: createState(services.gateway) }),
  routes: [widget],
  workers: [sweep],
  async start(host) {
    await createSigningSecret(host, collections.signings);
    return undefined;
  },
});
