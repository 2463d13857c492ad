import { agentDirectory } from "@postern/agents/services";
import { defineGroup, optional, stateOf } from "@postern/core";
import { connectionDirectory } from "@postern/credentials/services";
import type { Catalogue } from "./catalogue/catalogue.ts";

export const group = defineGroup("prox", {
  title: "Call profiles",
  description: "Call profiles define the provider, language, voice and prompts of telephone calls.",
  state: stateOf<{ readonly catalogue: Catalogue }>(),
  needs: {
    agents: optional(agentDirectory),
    connections: optional(connectionDirectory),
  },
});
