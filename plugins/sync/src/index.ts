import { definePlugin } from "@postern/core";
import { syncDomains } from "@postern/core/sync";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { keepExchanging } from "./exchange/worker.ts";
import { follow } from "./follow.ts";
import { group } from "./group.ts";
import { inbox } from "./inbox.ts";
import { compare } from "./operations/compare.ts";
import { conflictsList } from "./operations/conflicts.list.ts";
import { conflictsResolve } from "./operations/conflicts.resolve.ts";
import { conflictsShow } from "./operations/conflicts.show.ts";
import { cursorsResetOperation } from "./operations/cursors.reset.ts";
import { disable } from "./operations/disable.ts";
import { domainsList } from "./operations/domains.list.ts";
import { enable } from "./operations/enable.ts";
import { fetchOperation } from "./operations/fetch.ts";
import { link } from "./operations/link.ts";
import { pull } from "./operations/pull.ts";
import { push } from "./operations/push.ts";
import { run } from "./operations/run.ts";
import { status } from "./operations/status.ts";
import { unlink } from "./operations/unlink.ts";
import { verify } from "./operations/verify.ts";
import { outbox } from "./outbox.ts";
import { scan } from "./scan.ts";
import { createState } from "./state.ts";
import { sweep } from "./sweep.ts";
import { wait } from "./wait.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Link, Parcel } from "./schemas.ts";
export {
  compare,
  conflictsList,
  conflictsResolve,
  conflictsShow,
  cursorsResetOperation,
  disable,
  domainsList,
  enable,
  fetchOperation,
  link,
  pull,
  push,
  run,
  status,
  unlink,
  verify,
};

/** Keeps the records of two gateways in sync. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [
    status,
    link,
    unlink,
    enable,
    disable,
    domainsList,
    run,
    pull,
    push,
    compare,
    fetchOperation,
    verify,
    cursorsResetOperation,
    conflictsList,
    conflictsShow,
    conflictsResolve,
  ],
  events: Object.values(events),
  provides: { domains: syncDomains },
  setup(host) {
    const state = createState(host);
    return { services: { domains: { register: state.register } }, state };
  },
  routes: [wait],
  workers: [inbox, outbox, follow, scan, keepExchanging, sweep],
});
