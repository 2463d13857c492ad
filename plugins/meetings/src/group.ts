import { defineGroup, optional, stateOf, T } from "@postern/core";
import { connectionDirectory } from "@postern/credentials/services";
import { withDefault } from "@postern/kit/fields";
import type { VoiceRuntime } from "./services.ts";

export const group = defineGroup("meetings", {
  title: "Meetings",
  description: "Voice runtimes for meetings, and whether they can be used on this machine.",
  state: stateOf<{ readonly runtimes: ReadonlyMap<string, VoiceRuntime> }>(),
  needs: { connections: optional(connectionDirectory) },
  config: T.Object({
    connections: withDefault(
      T.Array(T.String({ pattern: "^[a-z0-9][a-z0-9._-]{0,62}$" }), {
        maxItems: 100,
        uniqueItems: true,
        description: "Further providers with available credentials, besides the connections of the credentials plugin",
      }),
      [],
    ),
  }),
});
