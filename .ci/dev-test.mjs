/**
 * Runs the tests of a group again after each change: of its sources, those of the kernel, and the tests. What has changed
 * is built first, since tests run what is built. Further arguments are those of vitest: `npm run dev:test chats -- -t rename`.
 */
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync, watch } from "node:fs";
import { join, resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");
const [name, ...more] = process.argv.slice(2);
/** Where the sources and the tests of a name are. */
const places = {
  core: { from: ["core/src"], tests: "test/core" },
  kit: { from: ["core/kit/src", "core/src"], tests: "test/kit" },
  ...Object.fromEntries(
    readdirSync(join(root, "plugins")).map((plugin) => [
      plugin,
      { from: [`plugins/${plugin}/src`, "core/kit/src", "core/src"], tests: `test/plugins/${plugin}/` },
    ]),
  ),
  ...Object.fromEntries(
    readdirSync(join(root, "storage-drivers")).map((driver) => [
      driver,
      { from: [`storage-drivers/${driver}/src`, "core/src"], tests: "test/storage-drivers" },
    ]),
  ),
};
const place = places[name];
if (!place) {
  console.error(
    `${name ?? "Nothing"} is not a group. Choose one: npm run dev:test <group>, of ${Object.keys(places).join(", ")}`,
  );
  process.exit(1);
}

const build = () =>
  spawnSync(process.execPath, [join(root, ".ci/build.mjs")], { cwd: root, stdio: "inherit" }).status === 0;
if (!build()) process.exit(1);

let late;
for (const folder of place.from.filter((path) => existsSync(join(root, path))))
  watch(join(root, folder), { recursive: true }, () => {
    // An editor writes a file in several steps.
    clearTimeout(late);
    late = setTimeout(build, 30);
  });

const vitest = [join(root, "node_modules/vitest/vitest.mjs"), "--watch", "--project", "tests", place.tests, ...more];
spawn(process.execPath, vitest, { cwd: root, stdio: "inherit" }).on("exit", (code) => process.exit(code ?? 1));
