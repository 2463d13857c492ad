import { defineGroup, gatewayView, optional, stateOf, T } from "@postern/core";
import { withDefault } from "@postern/kit/fields";
import { projectDirectory } from "@postern/projects/services";
import type { State } from "./state.ts";

export const group = defineGroup("widgets", {
  title: "Widgets",
  description: "A library of widgets: folders that are checked, published in versions and served in a sandbox.",
  needs: { gateway: gatewayView, projects: optional(projectDirectory) },
  config: T.Object({
    workspace: T.Optional(T.String({ minLength: 1, description: "Folder that contains the widgets' folders" })),
    address: withDefault(
      T.String({ pattern: "^https?://[^\\s]+$", description: "Public address of this gateway, used in links" }),
      "http://127.0.0.1:4870",
    ),
  }),
  state: stateOf<State>(),
});
