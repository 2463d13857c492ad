import { defineGroup, gatewayView, optional, stateOf } from "@postern/core";
import { lastingWork } from "@postern/kit/access";
import { checks } from "@postern/kit/checks";
import { Config } from "./config.ts";
import type { State } from "./state.ts";

export const group = defineGroup("credentials", {
  title: "Credentials",
  description: "Store secrets as connections that other groups use by reference.",
  scopes: { use: "Use the secret of a connection in a new account, adapter or link" },
  config: Config,
  needs: { lasting: optional(lastingWork), gateway: gatewayView, checks: optional(checks) },
  state: stateOf<State>(),
});
