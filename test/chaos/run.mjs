/** Builds the checker and runs it: `npm run test:chaos [-- --minutes 5] [--seed 7]`. */
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "tsup";

process.chdir(fileURLToPath(new URL("../..", import.meta.url)));
const outDir = "node_modules/.cache/postern-chaos-run";
await build({
  config: false,
  entry: ["test/chaos/main.ts"],
  outDir,
  format: "esm",
  target: "node20",
  skipNodeModulesBundle: true,
  silent: true,
  clean: true,
});
await import(pathToFileURL(`${outDir}/main.js`).href);
