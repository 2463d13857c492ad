import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts"],
  format: "esm",
  target: "node20",
  platform: "node",
  sourcemap: true,
  // Before `tsc` adds the types, so that nothing of deleted files is published.
  clean: true,
  silent: true,
});
