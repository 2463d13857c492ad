import { definePlugin } from "@postern/core";
import { markExisting } from "@postern/kit/outbound";
import { syncDomains } from "@postern/kit/sync";
import { syncCheck } from "./check.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { keepExchanging } from "./exchange/worker.ts";
import { follow } from "./follow.ts";
import { group } from "./group.ts";
import { inbox } from "./inbox.ts";
import { setUpItems } from "./lasting.ts";
import * as operations from "./operations/index.ts";
import { outbox } from "./outbox.ts";
import { scan } from "./scan.ts";
import { createState } from "./state.ts";
import { sweep } from "./sweep.ts";
import { wait } from "./wait.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Link, Parcel } from "./schemas.ts";

/** Keeps the records of two gateways in sync. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 2,
  migrations: { 2: markExisting(collections.links) },
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { domains: syncDomains },
  setup(host) {
    const state = createState(host);
    host.services.checks?.register(syncCheck(host));
    host.services.lasting?.register(setUpItems);
    return { services: { domains: { register: state.register } }, state };
  },
  routes: [wait],
  workers: [inbox, outbox, follow, scan, keepExchanging, sweep],
});
