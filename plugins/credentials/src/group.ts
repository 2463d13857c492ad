import { defineGroup, stateOf } from "@postern/core";
import { Config } from "./config.ts";
import type { State } from "./state.ts";

export const group = defineGroup("credentials", {
  title: "Credentials",
  description: "Credential connections: secrets that other groups use by reference, at the moment of use.",
  scopes: { use: "Use the secret of a connection in a new place: an account, an adapter, a link" },
  config: Config,
  state: stateOf<State>(),
});
