/**
 * Installs the tools for tests, checks and examples into test/node_modules, unless they are installed as
 * test/package-lock.json names them. `npm start` does not need them, so `npm ci` does not install them.
 *
 * Code outside of `test` needs some of them: the scripts of package.json, examples, types of the packages' libraries. So
 * node_modules gets a link to each package that it does not have itself.
 */
import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const from = join(root, "test/node_modules");
const to = join(root, "node_modules");

/** The packages of a lock file, by their paths. */
function packagesIn(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : {};
}

function isInstalled() {
  const installed = packagesIn(join(from, ".package-lock.json"));
  return Object.entries(packagesIn(join(root, "test/package-lock.json"))).every(
    ([path, { version, optional }]) => path === "" || optional || installed[path]?.version === version,
  );
}

function install() {
  process.stderr.write("Installing the tools for tests, checks and examples into test/node_modules …\n");
  // Output of a script can be read by a program, so npm's goes to standard error.
  const { status } = spawnSync("npm", ["ci"], { cwd: join(root, "test"), stdio: ["ignore", 2, 2] });
  if (status !== 0) throw new Error('The tools could not be installed. Run "npm run tools" to try again.');
}

/** The names of packages and commands in a `node_modules` folder. */
const namesIn = (folder) =>
  readdirSync(folder).flatMap((name) =>
    /^@|^\.bin$/.test(name) ? readdirSync(join(folder, name)).map((inner) => join(name, inner)) : [name],
  );

function link() {
  const own = packagesIn(join(root, "package-lock.json"));
  for (const name of namesIn(from).filter((name) => !/^\.(?!bin)/.test(name))) {
    const path = join(to, name);
    // npm takes a link for the package, so one that became a dependency of the root would never be installed. One that is
    // optional may be for another platform.
    const needed = own[`node_modules/${name}`];
    if (needed && !needed.optional && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(`node_modules/${name} is a link to a tool, but Postern needs the package. Run "npm ci".`);
    if (existsSync(path)) continue;
    mkdirSync(dirname(path), { recursive: true });
    // The link to a package that is no longer installed.
    rmSync(path, { force: true });
    symlinkSync(relative(dirname(path), join(from, name)), path);
  }
}

try {
  if (!existsSync(to)) throw new Error('Postern is not installed. Run "npm ci" first.');
  if (!isInstalled()) install();
  link();
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}
