import { definePlugin } from "@postern/core";
import { group } from "./group.ts";
import { plugins } from "./operations/plugins.ts";
import { status } from "./operations/status.ts";

export { plugins, status };

/** How the gateway, its store and its plugins are doing. */
export default definePlugin(group, { version: "1.0.0", operations: [status, plugins] });
