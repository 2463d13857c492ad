import { defineGroup, gatewayView, optional, stateOf, T } from "@postern/core";
import { syncDomains } from "@postern/kit/sync";
import { projectDirectory, projectTasks } from "@postern/projects/services";
import type { State } from "./state.ts";

const folder = (description: string) => T.Optional(T.String({ minLength: 1, maxLength: 4_096, description }));

export const group = defineGroup("tasks", {
  title: "Tasks",
  description: "Tasks, their dependencies, and profiles that define how agents work on them.",
  state: stateOf<State>(),
  needs: {
    gateway: gatewayView,
    projects: optional(projectDirectory),
    projectTasks: optional(projectTasks),
    sync: optional(syncDomains),
  },
  config: T.Object({
    workspace: folder("Workspace folder; its .postern/profiles folder is the workspace catalog of profiles"),
    home: folder("Folder of the user's configuration; its profiles folder is the user catalog of profiles"),
  }),
});
