/**
 * Builds what has changed since it was built last: the JavaScript of each package, the types of the client, the console,
 * and the files of the reference. Types are checked, and declarations written, by `npm run types`. With `--start`, it says
 * what it does, builds only what runs, and a file that cannot be downloaded is no error.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const record = join(root, "node_modules/.cache/postern/built.json");
const VITE_OPTIONS = ["--logLevel", "warn", "--config", "plugins/console/vite.config.ts"];
const isStart = process.argv.includes("--start");

/** The paths that a target is made of, and those that it makes. */
function targets() {
  const common = ["package-lock.json", "tsup.config.ts", "tsconfig.base.json"];
  const packages = ["core", "core/kit", ...["plugins", "storage-drivers"].flatMap((group) => inside(group))].filter(
    (folder) => existsSync(join(root, folder, "package.json")),
  );
  const code = packages.map((folder) => ({
    name: folder,
    from: [...common, `${folder}/package.json`, `${folder}/src`],
    makes: `${folder}/dist`,
  }));
  const [consoleFolder, reference] = ["plugins/console", "plugins/reference"];
  return {
    code,
    api: {
      name: "the types of the client",
      from: [".ci/write-api.mjs", ...code.flatMap(({ from }) => from)],
      makes: "plugins/client/src/generated/api.ts",
    },
    console: {
      name: "the console",
      from: [
        ...["package-lock.json", `${consoleFolder}/app`, `${consoleFolder}/vite.config.ts`],
        ...["plugins/client/src", "core/src", "core/kit/src"],
      ],
      makes: `${consoleFolder}/dist/app/index.html`,
    },
    guides: {
      name: "the guides",
      from: [`${reference}/assets.mjs`, "core/manual", "README.md", ...packages.map((folder) => `${folder}/README.md`)],
      makes: `${reference}/assets/guides.json`,
    },
  };
}

const inside = (group) => readdirSync(join(root, group)).map((name) => `${group}/${name}`);

/** A digest of the names, sizes and times of all files. */
function stateOf({ from, makes }) {
  if (!existsSync(join(root, makes))) return undefined;
  const hash = createHash("sha256");
  for (const path of from) note(hash, join(root, path));
  return hash.digest("base64url");
}

function note(hash, path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) return;
  if (!found.isDirectory()) return void hash.update(`${path} ${found.size} ${found.mtimeMs}\n`);
  for (const name of readdirSync(path).sort()) if (name !== "node_modules") note(hash, join(path, name));
}

function readRecord() {
  try {
    return JSON.parse(readFileSync(record, "utf8"));
  } catch {
    return {};
  }
}

function run(args, env = {}) {
  const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
  return new Promise((done, fail) => {
    child.on("error", fail);
    child.on("exit", (code) => (code === 0 ? done() : fail(new Error(`${args[0]} failed`))));
  });
}

const bin = (path) => join(root, "node_modules", path);

async function buildAll() {
  const before = readRecord();
  const { code, api, console: app, guides } = targets();
  const isChanged = (target) => before[target.name] === undefined || before[target.name] !== stateOf(target);
  const changed = code.filter(isChanged);
  const later = [...(isStart ? [] : [api]), app, guides].filter(isChanged);
  const all = [...changed, ...later];
  if (all.length === 0) return;
  if (isStart) process.stderr.write(`Building ${summaryOf(changed, later)} …\n`);
  const makeGuides = () => run([join(root, "plugins/reference/assets.mjs"), ...(isStart ? ["--missing"] : [])]);
  await Promise.all([
    later.includes(guides) && makeGuides(),
    (async () => {
      const names = changed.map(({ name }) => name).join(" ");
      if (changed.length > 0) await run([bin("tsup/dist/cli-default.js"), "--silent"], { POSTERN_BUILD: names });
      // The operations and the console are those of the packages as they were just built.
      await Promise.all([
        later.includes(api) && run([join(root, ".ci/write-api.mjs")]),
        later.includes(app) && run([bin("vite/bin/vite.js"), "build", ...VITE_OPTIONS]),
      ]);
    })(),
  ]);
  const built = Object.fromEntries(all.map((target) => [target.name, stateOf(target)]));
  mkdirSync(join(record, ".."), { recursive: true });
  writeFileSync(record, JSON.stringify({ ...before, ...built }));
}

function summaryOf(changed, later) {
  const packages = changed.length === 1 ? "1 package" : `${changed.length} packages`;
  return [...(changed.length > 0 ? [packages] : []), ...later.map(({ name }) => name)].join(", ");
}

await buildAll().catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
