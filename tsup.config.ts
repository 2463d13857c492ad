import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type Options } from "tsup";

/** Files that are entries without being exports: the file of a thread or process, what a bin imports. */
const entriesBesideExports: Record<string, string[]> = {
  "@postern/storage-lmdb": ["writer", "verifier"],
  "@postern/storage-postgres": ["writer-thread"],
  "@postern/cli": ["main", "fresh-modules"],
  "@postern/create-plugin": ["main"],
  "@postern/kit": ["main"],
  "@postern/audio": ["flite-thread"],
  "@postern/bases": ["transfer/xlsx/reader"],
  "@postern/calendars": ["ical/reader"],
  "@postern/channels": ["runner/supervisor"],
  "@postern/widgets": ["check/page-reader"],
};

/** What a browser gets as one file: nothing may be shared with another entry. */
const entriesAlone: Record<string, string[]> = {
  "@postern/audio": ["player-script"],
  "@postern/reference": ["page-script"],
};

interface PackageFile {
  name: string;
  exports?: Record<string, { default: string }>;
}

function readPackage(folder: string): PackageFile {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
}

function listPackages(root: string): string[] {
  const groups = ["plugins", "storage-drivers"].flatMap((group) =>
    readdirSync(join(root, group)).map((name) => join(root, group, name)),
  );
  return [join(root, "core"), join(root, "core/kit"), ...groups].filter((folder) =>
    existsSync(join(folder, "package.json")),
  );
}

function buildPackage(folder: string): Options[] {
  const { name, exports = {} } = readPackage(folder);
  const exported = Object.values(exports).map((target) => target.default.slice("./dist/".length, -".js".length));
  const shared = [...exported, ...(entriesBesideExports[name] ?? [])];
  return [shared, entriesAlone[name] ?? []].map((entries) => buildEntries(folder, name, entries));
}

function buildEntries(folder: string, name: string, names: readonly string[]): Options {
  const entries = names
    .map((entry) => [entry, join(folder, "src", `${entry}.ts`)])
    .filter(([, source]) => source && existsSync(source));
  return {
    name,
    entry: Object.fromEntries(entries),
    outDir: join(folder, "dist"),
    tsconfig: join(folder, "tsconfig.json"),
    format: "esm",
    target: "node20",
    platform: "node",
    sourcemap: true,
    splitting: true,
    // Types come from `npm run types` and lie in the same folder, so nothing is removed here.
    dts: false,
    clean: false,
    removeNodeProtocol: false,
    skipNodeModulesBundle: true,
    // Hundreds of small files: the command line would open each of them at every start.
    noExternal: [
      /^(@sinclair\/typebox|ajv|fast-deep-equal|fast-uri|fastest-levenshtein|json-schema-traverse)($|\/)/,
      /^(ansi-regex|ansi-styles|cli-truncate|get-east-asian-width|ipaddr\.js|is-fullwidth-code-point|slice-ansi)$/,
      /^(string-width|strip-ansi)$/,
      // Its main entry is UMD, whose inner `require` a bundler of an embedding application cannot follow.
      /^jsonc-parser$/,
    ],
    esbuildOptions(options) {
      options.mainFields = ["module", "main"];
    },
  };
}

const here = process.cwd();
/** The packages to build, separated by spaces; by default all. */
const { POSTERN_BUILD: chosen } = process.env;
const folders = readPackage(here).exports ? [here] : (chosen?.split(" ") ?? listPackages(here));

export default defineConfig(folders.flatMap(buildPackage).filter(({ entry }) => Object.keys(entry ?? {}).length > 0));
