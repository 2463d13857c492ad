import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { deliveries } from "./deliveries.ts";
import { dispatch } from "./dispatch.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { setUpItems } from "./lasting.ts";
import { migrations } from "./migrations.ts";
import * as operations from "./operations/index.ts";
import { sealSecrets } from "./seal-secrets.ts";
import { sweep } from "./sweep.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Hook } from "./schemas.ts";

/** Webhooks: signed delivery of events to other systems. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 2,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  migrations,
  workers: [deliveries, dispatch, sweep, sealSecrets],
  setup({ services }) {
    services.lasting?.register(setUpItems);
  },
});
