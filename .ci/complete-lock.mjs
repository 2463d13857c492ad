/**
 * Adds optional packages of other platforms that are missing in package-lock.json and test/package-lock.json. npm omits
 * them if the registry in use does not have them, and `npm ci` then refuses the lock. Run it after adding or updating a
 * dependency; a complete lock is not changed.
 */
import { readFile, writeFile } from "node:fs/promises";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const platform =
  /-(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-([a-z0-9]+)(?:-(gnu|musl|[a-z]+)[a-z]*)?$/;

/** Derives the entry of such a package from its name, because its package.json is not available. */
function describe(name, version, parent) {
  const [, os, cpu, abi] = platform.exec(name) ?? [];
  if (!os) throw new Error(`${name} has no platform in its name. Add it to the lock manually.`);
  const libc = os === "linux" && { gnu: "glibc", musl: "musl" }[abi];
  return {
    version,
    cpu: [cpu],
    ...(parent.dev && { dev: true }),
    ...(libc && { libc: [libc] }),
    optional: true,
    os: [os],
  };
}

/** Whether a package at `path` can resolve `name`, by Node's rules. */
function isReachable(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${at === "" ? "" : `${at}/`}node_modules/${name}`]) return true;
    if (!at.includes("node_modules/")) return at === "" ? false : isReachable(packages, "", name);
  }
}

async function complete(file) {
  const lock = JSON.parse(await readFile(file, "utf8"));
  for (const [path, parent] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
      if (isReachable(lock.packages, path, name)) continue;
      const place = path.slice(0, path.lastIndexOf("node_modules/"));
      lock.packages[`${place}node_modules/${name}`] = describe(name, version, parent);
      console.log(`added ${name}@${version}`);
    }
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  await writeFile(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}

for (const folder of ["", "test"]) await complete(resolve(root, folder, "package-lock.json"));
