import { definePlugin } from "@postern/core";
import { createAssets } from "./assets.ts";
import { document } from "./document.ts";
import { createFiles } from "./files.ts";
import { group } from "./group.ts";
import { pages } from "./routes.ts";

/** Serves the reference of the gateway under `/reference/`. */
export default definePlugin(group, {
  version: "1.0.0",
  operations: [],
  setup: () => ({ state: { files: createFiles(createAssets()) } }),
  routes: [document, pages],
});
