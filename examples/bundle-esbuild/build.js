import { fileURLToPath } from "node:url";
import { build } from "esbuild";

/** A file that the LMDB store starts as a thread or a process. It must be next to the bundle and keep its name. */
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
  // lmdb has a native binary, so it remains a dependency of the deployed application.
  external: ["lmdb"],
});
