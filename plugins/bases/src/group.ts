import { defineGroup, optional, T } from "@postern/core";
import { consolePages } from "@postern/kit/console";
import { withDefault } from "@postern/kit/fields";
import { syncDomains } from "@postern/kit/sync";
import { projectDirectory } from "@postern/projects/services";

export const group = defineGroup("bases", {
  title: "Bases",
  description: "Project databases: typed properties, versioned rows, views and charts.",
  needs: { console: optional(consolePages), projects: optional(projectDirectory), sync: optional(syncDomains) },
  config: T.Object({
    address: withDefault(
      T.String({
        pattern: "^https?://[^\\s]+$",
        description: "Public address of this gateway, used in consoleUrl if a console is enabled",
      }),
      "http://127.0.0.1:4870",
    ),
  }),
});
