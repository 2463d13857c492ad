import { definePlugin } from "@postern/core";
import { markExisting } from "@postern/kit/outbound";
import { jetstreamCheck } from "./check.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { setUpItems } from "./lasting.ts";
import { links } from "./link/worker.ts";
import * as operations from "./operations/index.ts";
import { createState } from "./state.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Bridge, Consumer, ShownBridge, ShownConsumer } from "./schemas.ts";

/** A bridge to NATS JetStream: events out, commands in. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 2,
  migrations: { 2: markExisting(collections.bridges, collections.consumers) },
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  setup(host) {
    host.services.checks?.register(jetstreamCheck);
    host.services.lasting?.register(setUpItems);
    return { state: createState() };
  },
  workers: [links],
});
