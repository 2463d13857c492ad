import { definePlugin } from "@postern/core";
import { group } from "./group.ts";
import { document } from "./route.ts";

export { openapiOf } from "./document.ts";

/** Serves the OpenAPI 3.1 document of the gateway to callers with a valid key. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup: () => ({ state: new Map() }),
  routes: [document],
});
