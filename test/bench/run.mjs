/** Builds the benches and runs them: `npm run bench [-- name…] [--rounds n] [--seconds n] [--scale 0.01]`. */
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsup";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const outDir = "node_modules/.cache/postern-bench";
await build({
  config: false,
  entry: ["test/bench/bench.ts", "test/bench/servers/*.ts"],
  outDir,
  format: "esm",
  target: "node20",
  skipNodeModulesBundle: true,
  silent: true,
  clean: true,
});
await import(pathToFileURL(`${outDir}/bench.js`).href);
