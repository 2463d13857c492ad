import { definePlugin, perCall } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { createDirectory } from "./directory.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import { checkDefaultProject } from "./known.ts";
import * as operations from "./operations/index.ts";
import { type ProjectTaskSource, projectDirectory, projectTasks } from "./services.ts";
import type { State } from "./state.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export type { Project } from "./schemas.ts";

/** Projects that other plugins use to group their records. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: Object.values(events),
  provides: { directory: projectDirectory, tasks: projectTasks },
  setup({ config }) {
    const state: State = {};
    const directory = perCall(({ store }) => createDirectory(store, config.project));
    const tasks = {
      register(source: ProjectTaskSource) {
        state.tasks = source;
      },
    };
    return { services: { directory, tasks }, state };
  },
  start: checkDefaultProject,
});
