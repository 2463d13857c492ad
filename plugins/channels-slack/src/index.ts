import { definePlugin } from "@postern/core";
import { group } from "./group.ts";
import { slack } from "./kind.ts";

/** Registers the kind `slack` with the channels group. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup({ services }) {
    services.kinds.register(slack);
  },
});
