/**
 * Checks every package as it is published: packs and lints it, resolves its types, runs a dry run of `npm publish`, and
 * imports each entry in an empty folder with only its dependencies and peers. Requires a build and types. npm handles all
 * packages in one call, because each start of npm takes a second.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "..");

async function readPackages() {
  const { workspaces } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const folders = await Promise.all(
    workspaces.map(async (pattern) => {
      if (!pattern.endsWith("/*")) return [join(root, pattern)];
      const parent = join(root, pattern.slice(0, -2));
      const names = await readdir(parent).catch(() => []);
      return names.map((name) => join(parent, name));
    }),
  );
  const packages = await Promise.all(
    folders.flat().map(async (folder) => {
      const text = await readFile(join(folder, "package.json"), "utf8").catch(() => undefined);
      return text && { ...JSON.parse(text), folder };
    }),
  );
  return packages.filter((found) => found && !found.private);
}

/** The tarball and the files of each package, by name. */
async function packAll(packages, into) {
  const chosen = packages.flatMap(({ name }) => ["--workspace", name]);
  const options = ["--json", "--ignore-scripts", "--pack-destination", into];
  const { stdout } = await run("npm", ["pack", ...options, ...chosen], { cwd: root, maxBuffer: 2 ** 26 });
  return new Map(
    Object.values(JSON.parse(stdout)).map(({ name, filename, files }) => [
      name,
      { tarball: join(into, filename), files: files.map(({ path }) => path) },
    ]),
  );
}

/** npm reports corrections of package.json on standard error. `--force` allows a version that is already published. */
async function dryRunPublish(packages) {
  const chosen = packages.flatMap(({ name }) => ["--workspace", name]);
  const options = ["--dry-run", "--force", "--ignore-scripts"];
  const { stderr } = await run("npm", ["publish", ...options, ...chosen], { cwd: root, maxBuffer: 2 ** 26 });
  return stderr.includes("auto-corrected") ? [`npm corrects a package.json when publishing:\n${stderr}`] : [];
}

/** `declared` are the folders of the package's `files`, of which none may be empty. */
function contentFaults(files, declared) {
  const empty = declared.filter((name) => /^\w+$/.test(name) && !files.some((file) => file.startsWith(`${name}/`)));
  const missing = [
    ...["README.md", "CHANGELOG.md", "LICENSE", "package.json"].filter((name) => !files.includes(name)),
    ...empty,
  ];
  const strange = files.filter(
    (file) =>
      !/^(assets|dist|bin|licenses|src|template|manual)\/|^(README\.md|LICENSE|CHANGELOG\.md|package\.json)$/.test(
        file,
      ),
  );
  return [...missing.map((name) => `Missing file ${name}`), ...strange.map((file) => `Unexpected file ${file}`)];
}

async function lintFaults({ folder, ...manifest }, { tarball }) {
  const data = await readFile(tarball);
  const copy = data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  const { messages } = await publint({ pack: { tarball: copy }, strict: true });
  return messages.map((message) => `publint: ${formatMessage(message, manifest, { color: false })}`);
}

/** The packages are ES modules only, so problems of older resolution modes are ignored. A program exports nothing. */
async function resolutionFaults({ exports }, { tarball }) {
  if (exports === undefined) return [];
  const { types, problems = [] } = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  if (!types) return ["Missing types"];
  const counted = problems.filter(({ resolutionKind }) => !["node10", "node16-cjs"].includes(resolutionKind));
  return counted.map((problem) => `The types cannot be resolved: ${JSON.stringify(problem)}`);
}

const requiredPeers = ({ peerDependencies = {}, peerDependenciesMeta = {} }) =>
  Object.keys(peerDependencies).filter((peer) => !peerDependenciesMeta[peer]?.optional);

/** The package and its required Postern packages, without optional peers, which it must not require. */
function closure(name, packages, found = new Set()) {
  const wanted = packages.get(name);
  if (!wanted || found.has(name)) return found;
  found.add(name);
  for (const needed of [...requiredPeers(wanted), ...Object.keys(wanted.dependencies ?? {})])
    closure(needed, packages, found);
  return found;
}

/** Creates a folder with one package and its declared dependencies, from the folder in which all are installed. */
async function isolate(wanted, packages, all, home) {
  const at = join(home, "alone", wanted.name.replace("/", "+"));
  await mkdir(join(at, "node_modules", "@postern"), { recursive: true });
  const ours = [...closure(wanted.name, packages)];
  const declared = ours.flatMap((name) => [
    ...requiredPeers(packages.get(name)),
    ...Object.keys(packages.get(name).dependencies ?? {}),
  ]);
  // Copied, because Node resolves imports from the target of a symbolic link.
  for (const name of ours)
    await cp(join(all, "node_modules", name), join(at, "node_modules", name), { recursive: true });
  for (const name of new Set(declared.filter((name) => !packages.has(name)))) {
    await mkdir(dirname(join(at, "node_modules", name)), { recursive: true });
    await symlink(join(all, "node_modules", name), join(at, "node_modules", name));
  }
  return at;
}

const entriesOf = ({ name, exports = {} }) => Object.keys(exports).map((entry) => name + entry.slice(1));
const importAll = (entries) =>
  entries.map((entry, n) => `import * as entry${n} from ${JSON.stringify(entry)};`).join("\n");
/** Entries that have only types: they can be imported, and export nothing. */
const TYPES_ONLY = ["@postern/client/api", "@postern/client/plugins"];
const useAll = (entries) =>
  entries.map((entry, n) =>
    TYPES_ONLY.includes(entry)
      ? ""
      : `if (Object.keys(entry${n}).length === 0) throw new Error("an entry has no exports");`,
  );

async function aloneFaults(wanted, packages, all, home) {
  const at = await isolate(wanted, packages, all, home);
  const entries = entriesOf(wanted);
  await writeFile(join(at, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await writeFile(join(at, "use.js"), [importAll(entries), ...useAll(entries), ""].join("\n"));
  try {
    await run(process.execPath, ["use.js"], { cwd: at, timeout: 60_000 });
    for (const path of Object.values(wanted.bin ?? {}))
      await run(process.execPath, [join(at, "node_modules", wanted.name, path), "version"], {
        cwd: at,
        timeout: 60_000,
      });
    return [];
  } catch (error) {
    return [`The package fails when it is installed alone: ${error.stderr || error.message}`];
  }
}

/** A package must declare all packages that its types import, or the types do not work if it is installed alone. */
async function typeImportFaults({ name, dependencies, peerDependencies }, all) {
  const declared = new Set([name, ...Object.keys({ ...dependencies, ...peerDependencies })]);
  const folder = join(all, "node_modules", name, "dist");
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".d.ts"));
  const texts = await Promise.all(files.map(async (file) => [file, await readFile(join(folder, file), "utf8")]));
  const faults = texts.flatMap(([file, text]) =>
    [...text.matchAll(/(?<![".])\b(?:from|import)\s*\(?\s*"((?:@[^/"]+\/)?[^./"][^/"]*)[^"]*"/g)]
      .filter(([, from]) => !from.startsWith("node:") && !declared.has(from))
      .map(([, from]) => `The types import ${from}, which is not declared: ${file}`),
  );
  return [...new Set(faults)];
}

/** Also checks the declaration files, without `skipLibCheck`. Errors in declarations of other packages are ignored. */
async function typeFaults(packages, all) {
  const entries = packages.flatMap(entriesOf);
  await writeFile(join(all, "use.ts"), [importAll(entries), ...useAll(entries), ""].join("\n"));
  const types = join(root, "node_modules", "@types");
  const options = ["--strict", "--noEmit", "--target", "es2023", "--module", "nodenext", "--types", "node"];
  const tsc = join(root, "node_modules", "typescript-native", "bin", "tsc");
  const args = [tsc, ...options, "--typeRoots", types, "use.ts"];
  const { stdout } = await run(process.execPath, args, { cwd: all }).catch((error) => error);
  return stdout.split("\n").filter((line) => /^(use\.ts|node_modules\/@postern\/)/.test(line));
}

async function checkAll() {
  const packages = await readPackages();
  const byName = new Map(packages.map((found) => [found.name, found]));
  const home = await mkdtemp(join(tmpdir(), "postern-packages-"));
  let failed = 0;
  const say = (name, faults) => {
    failed += faults.length;
    console.log(faults.length === 0 ? `ok    ${name}` : `FAIL  ${name}\n${faults.join("\n")}`);
  };
  try {
    const packed = await packAll(packages, home);
    const all = join(home, "all");
    await mkdir(all);
    await writeFile(join(all, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const tarballs = [...packed.values()].map(({ tarball }) => tarball);
    const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"];
    await run("npm", ["install", ...options, ...tarballs], { cwd: all });
    for (const wanted of packages) {
      say(wanted.name, [
        ...contentFaults(packed.get(wanted.name).files, wanted.files ?? []),
        ...(await lintFaults(wanted, packed.get(wanted.name))),
        ...(await resolutionFaults(wanted, packed.get(wanted.name))),
        ...(await typeImportFaults(wanted, all)),
        ...(await aloneFaults(wanted, byName, all, home)),
      ]);
    }
    say("publishing", await dryRunPublish(packages));
    say("types", await typeFaults(packages, all));
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  if (failed > 0) process.exitCode = 1;
}

await checkAll();
