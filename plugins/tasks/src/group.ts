import { defineGroup, optional, stateOf, T } from "@postern/core";
import { syncDomains } from "@postern/core/sync";
import type { State } from "./state.ts";

const folder = (description: string) => T.Optional(T.String({ minLength: 1, maxLength: 4_096, description }));

export const group = defineGroup("tasks", {
  title: "Tasks",
  description: "Tasks, what they wait for, and the profiles that work on them.",
  state: stateOf<State>(),
  needs: { sync: optional(syncDomains) },
  config: T.Object({
    workspace: folder("The folder whose .postern/profiles is the workspace's catalog of profiles"),
    home: folder("The folder of the user's configuration, whose profiles folder is the user's catalog"),
  }),
});
