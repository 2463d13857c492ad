import { definePlugin } from "@postern/core";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import * as events from "./events.ts";
import { group } from "./group.ts";
import * as operations from "./operations/index.ts";
import * as profileEvents from "./profiles/events.ts";
import { createRegistry } from "./profiles/registry.ts";
import { tasksOfProject } from "./project-tasks.ts";
import { taskProfiles } from "./services.ts";
import { createState } from "./state.ts";
import { tasksDomain } from "./sync/domain.ts";

export * from "./errors.ts";
export * from "./events.ts";
export * from "./operations/index.ts";
export * from "./profiles/errors.ts";
export * from "./profiles/events.ts";
export type { Comment, Dependency, Readiness, Task, TaskState } from "./schemas.ts";

/** Tasks, their dependencies, and profiles that define how agents work on them. */
export default definePlugin(group, {
  version: "1.0.0",
  data: 1,
  schemas,
  collections,
  operations: Object.values(operations),
  events: [...Object.values(events), ...Object.values(profileEvents)],
  provides: { profiles: taskProfiles },
  setup({ services }) {
    services.sync?.register(tasksDomain);
    services.projectTasks?.register(tasksOfProject);
    const state = createState(services.gateway);
    return { services: { profiles: createRegistry(state.profiles) }, state };
  },
});
