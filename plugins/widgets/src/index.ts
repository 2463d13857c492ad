import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { archive } from "./operations/archive.ts";
import { check } from "./operations/check.ts";
import { init } from "./operations/init.ts";
import { link } from "./operations/link.ts";
import { list } from "./operations/list.ts";
import { publish } from "./operations/publish.ts";
import { rollback } from "./operations/rollback.ts";
import { show } from "./operations/show.ts";
import { unarchive } from "./operations/unarchive.ts";
import { upload } from "./operations/upload.ts";
import { versions } from "./operations/versions.ts";
import { widget } from "./serve/route.ts";
import { prepareTickets } from "./serve/tickets.ts";
import { createState } from "./state.ts";
import { sweep } from "./sweep.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Diagnostic, Item } from "./schemas.ts";
export { archive, check, init, link, list, publish, rollback, show, unarchive, upload, versions };

/** A library of widgets: folders that are checked, published in versions and served in a sandbox. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [publish, check, init, list, show, versions, rollback, archive, unarchive, link, upload],
  events: Object.values(events),
  setup: () => ({ state: createState() }),
  routes: [widget],
  workers: [sweep],
  async start(host) {
    await prepareTickets(host);
    return undefined;
  },
});
