import { definePlugin } from "@postern/core";
import { charts } from "./charts.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { consoleRoute } from "./console-route.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";
import { basesDomain } from "./sync/domain.ts";
import { imports } from "./transfer/import.ts";
import { importing } from "./transfer/imports.ts";
import { importFiles, importParts } from "./transfer/parts.ts";
import { sweep } from "./transfer/sweep.ts";
import { upkeep } from "./upkeep.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";

/** Project databases: typed properties, versioned rows, views and charts. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections: { ...collections, charts, imports, importFiles, importParts },
  operations: Object.values(operations),
  events: Object.values(events),
  workers: [upkeep, importing, sweep],
  setup({ services }) {
    services.sync?.register(basesDomain);
  },
  routes: [consoleRoute],
});
