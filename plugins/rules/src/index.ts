import { definePlugin } from "@postern/core";
import { rulesCheck } from "./check.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { setUpItems } from "./lasting.ts";
import { match } from "./match/consumer.ts";
import * as operations from "./operations/index.ts";
import { dispatch } from "./runs/dispatch.ts";
import { perform } from "./runs/perform.ts";
import { runs } from "./runs/queue.ts";
import { sweep } from "./runs/sweep.ts";
import { createState } from "./state.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Rule, ShownRule } from "./schemas.ts";

/** Rules: what runs after events. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  setup({ services }) {
    services.checks?.register(rulesCheck);
    services.lasting?.register(setUpItems);
    return { state: createState() };
  },
  workers: [match, dispatch, runs.handledBy(perform), sweep],
});
