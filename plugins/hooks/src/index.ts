import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { deliveries } from "./deliveries.ts";
import { dispatch } from "./dispatch.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { migrations } from "./migrations.ts";
import { create } from "./operations/create.ts";
import { disable } from "./operations/disable.ts";
import { enable } from "./operations/enable.ts";
import { list } from "./operations/list.ts";
import { remove } from "./operations/remove.ts";
import { rotate } from "./operations/rotate.ts";
import { show } from "./operations/show.ts";
import { test } from "./operations/test.ts";
import { update } from "./operations/update.ts";
import { sealSecrets } from "./seal-secrets.ts";
import { sweep } from "./sweep.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Hook } from "./schemas.ts";
export { create, disable, enable, list, remove, rotate, show, test, update };

/** Webhooks: signed delivery of events to other systems. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 2,
  schemas,
  collections,
  operations: [create, list, show, update, enable, disable, remove, rotate, test],
  events: Object.values(events),
  migrations,
  workers: [deliveries, dispatch, sweep, sealSecrets],
});
