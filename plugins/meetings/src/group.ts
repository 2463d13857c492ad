import { defineGroup, gatewayView, optional, T, withDefault } from "@postern/core";
import { connectionDirectory } from "@postern/credentials/services";

export const group = defineGroup("meetings", {
  title: "Meetings",
  description: "Voice runtimes for meetings: which there are, and which can be used here.",
  needs: { gateway: gatewayView, connections: optional(connectionDirectory) },
  config: T.Object({
    connections: withDefault(
      T.Array(T.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,62}$" }), {
        maxItems: 100,
        uniqueItems: true,
        description: "Providers whose credentials are at hand, beside those that the credentials group knows",
      }),
      [],
    ),
  }),
});
