import { defineConfig } from "tsup";

export default defineConfig({
  entry: ["src/index.ts"],
  format: "esm",
  target: "node20",
  platform: "node",
  sourcemap: true,
  // Types come from `tsc` and lie in the same folder, so nothing is removed here.
  clean: false,
  silent: true,
});
