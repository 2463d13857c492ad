import { definePlugin } from "@postern/core";
import { respondersCheck } from "./check.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { openKinds } from "./kinds.ts";
import { setUpItems } from "./lasting.ts";
import * as operations from "./operations/index.ts";
import { missingRights } from "./rights.ts";
import { responderKinds } from "./services.ts";
import { createState } from "./state.ts";
import { answerTurns } from "./work/worker.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Responder, ShownResponder } from "./schemas.ts";

/** Responders: what answers the turns of agents. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { kinds: responderKinds },
  setup(host) {
    const state = createState();
    host.services.rights?.register(missingRights(host.services.gateway));
    host.services.checks?.register(respondersCheck(state));
    host.services.lasting?.register(setUpItems);
    return { services: { kinds: openKinds(host, state) }, state };
  },
  workers: [answerTurns],
});
