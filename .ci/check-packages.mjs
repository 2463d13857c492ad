/**
 * Looks at every package the way the registry and its users get it: packed, linted, its types resolved, published for
 * show, and installed with nothing but its own dependencies and peers into an empty folder, where each entry is
 * imported and type-checked. Needs a finished build. Names on the command line narrow the check to these packages.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const root = resolve(import.meta.dirname, "..");
const bin = (name) => join(root, "node_modules", ".bin", name);

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

/** The package and all of ours that it cannot do without; an optional peer is left out, for it must work without. */
function closure(name, packages, found = new Set()) {
  const wanted = packages.get(name);
  if (!wanted || found.has(name)) return found;
  found.add(name);
  const peers = Object.keys(wanted.peerDependencies ?? {}).filter(
    (peer) => !wanted.peerDependenciesMeta?.[peer]?.optional,
  );
  for (const needed of [...peers, ...Object.keys(wanted.dependencies ?? {})]) closure(needed, packages, found);
  return found;
}

async function pack({ folder }, into) {
  const { stdout } = await run("npm", ["pack", "--json", "--ignore-scripts", "--pack-destination", into], {
    cwd: folder,
  });
  const answer = Object.values(JSON.parse(stdout))[0];
  return { tarball: join(into, answer.filename), files: answer.files.map(({ path }) => path) };
}

function assertContents({ name }, files) {
  for (const wanted of ["README.md", "LICENSE", "package.json"]) {
    if (!files.includes(wanted)) throw new Error(`${name} ships no ${wanted}`);
  }
  const strange = files.filter(
    (file) => !/^(dist|bin|src)\/|^(README\.md|LICENSE|CHANGELOG\.md|package\.json)$/.test(file),
  );
  if (strange.length > 0) throw new Error(`${name} ships files that it should not: ${strange.join(", ")}`);
}

async function publishForShow(tarball, cwd) {
  // --force leaves out the question whether this version is already out: that is the release's business.
  const { stderr } = await run("npm", ["publish", tarball, "--dry-run", "--force", "--ignore-scripts"], { cwd });
  if (stderr.includes("auto-corrected")) throw new Error(`npm corrects the package file when it publishes:\n${stderr}`);
}

async function installAlone({ name, exports, bin: bins = {} }, tarballs, home) {
  const at = join(home, name.replace("/", "+"));
  await mkdir(at);
  await writeFile(join(at, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs], {
    cwd: at,
  });

  const entries = Object.keys(exports).map((entry) => name + entry.slice(1));
  const imports = entries.map((entry, n) => `import * as entry${n} from ${JSON.stringify(entry)};`);
  const shown = entries.map(
    (_, n) => `if (Object.keys(entry${n}).length === 0) throw new Error("an entry without exports");`,
  );
  await writeFile(join(at, "use.ts"), [...imports, ...shown, ""].join("\n"));
  await writeFile(join(at, "use.js"), [...imports, ...shown, ""].join("\n"));
  await run(process.execPath, ["use.js"], { cwd: at, timeout: 30_000 });
  await checkTypes(at);
  for (const command of Object.keys(bins)) {
    await run(join(at, "node_modules", ".bin", command), ["version"], { cwd: at, timeout: 30_000 });
  }
}

/** Looks inside the declarations too, as `skipLibCheck` would not; what other people's declarations lack is their own. */
async function checkTypes(at) {
  const types = join(root, "node_modules", "@types");
  const options = ["--strict", "--noEmit", "--target", "es2023", "--module", "nodenext", "--types", "node"];
  const said = await run(bin("tsc"), [...options, "--typeRoots", types, "use.ts"], { cwd: at }).then(
    () => "",
    ({ stdout }) => stdout,
  );
  const ours = said.split("\n").filter((line) => /^(use\.ts|node_modules\/@postern\/)/.test(line));
  if (ours.length > 0) throw new Error(`its types do not resolve once it is installed:\n${ours.join("\n")}`);
}

async function check(wanted, packed, packages, home) {
  const { tarball, files } = packed.get(wanted.name);
  const tarballs = [...closure(wanted.name, packages)].map((name) => packed.get(name).tarball);
  assertContents(wanted, files);
  await run(bin("publint"), ["run", tarball, "--strict"], { cwd: home });
  await run(bin("attw"), [tarball, "--profile", "esm-only", "--format", "ascii", "--no-definitely-typed"], {
    cwd: home,
  });
  await publishForShow(tarball, home);
  await installAlone(wanted, tarballs, home);
}

async function checkAll(names) {
  const packages = new Map((await readPackages()).map((found) => [found.name, found]));
  const home = await mkdtemp(join(tmpdir(), "postern-packages-"));
  const failed = [];
  try {
    const packed = new Map();
    for (const found of packages.values()) packed.set(found.name, await pack(found, home));
    const waiting = [...packages.values()].filter(({ name }) => names.length === 0 || names.includes(name));
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        try {
          await check(next, packed, packages, home);
          console.log(`ok    ${next.name}`);
        } catch (error) {
          failed.push(next.name);
          console.error(
            `FAIL  ${next.name}\n${[error.message, error.stdout, error.stderr].filter(Boolean).join("\n")}`,
          );
        }
      }
    };
    await Promise.all([work(), work()]);
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  if (failed.length > 0) process.exitCode = 1;
}

await checkAll(process.argv.slice(2));
