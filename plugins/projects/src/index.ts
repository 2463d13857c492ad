import { definePlugin, perCall } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { createDirectory } from "./directory.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { checkDefaultProject } from "./known.ts";
import { archive } from "./operations/archive.ts";
import { create } from "./operations/create.ts";
import { known } from "./operations/known.ts";
import { list } from "./operations/list.ts";
import { show } from "./operations/show.ts";
import { unarchive } from "./operations/unarchive.ts";
import { update } from "./operations/update.ts";
import { projectDirectory } from "./services.ts";

export * from "./errors.ts";
export * from "./events.ts";
export type { Project } from "./schemas.ts";
export { archive, create, known, list, show, unarchive, update };

/** Projects that other plugins use to group their records. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: [create, list, show, update, archive, unarchive, known],
  events: Object.values(events),
  provides: { directory: projectDirectory },
  setup: ({ config }) => ({
    services: { directory: perCall(({ store }) => createDirectory(store, config.project)) },
  }),
  start: checkDefaultProject,
});
