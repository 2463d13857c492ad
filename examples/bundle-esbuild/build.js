import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A file that the LMDB store starts as a thread or a process. It must lie beside the bundle, under its own name. */
const ofLmdb = (name) => fileURLToPath(new URL(`${name}.js`, import.meta.resolve("@postern/storage-lmdb")));

await build({
  entryPoints: {
    app: fileURLToPath(new URL("app.js", import.meta.url)),
    writer: ofLmdb("writer"),
    verifier: ofLmdb("verifier"),
  },
  outdir: process.argv[2] ?? "out",
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  // Its binary is chosen when it is installed; it stays a dependency of what is deployed.
  external: ["lmdb"],
});
