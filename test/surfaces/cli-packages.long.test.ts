import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { newUser } from "./postern.ts";

const plugin = (id: string) => `
import { defineGroup, definePlugin, defineQuery, T } from "@postern/core";

const group = defineGroup("habits", { title: "Habits" });
const list = defineQuery(group, {
  id: "habits.list", summary: "List habits", input: T.Object({}), output: T.Object({ from: T.String() }),
  run: () => ({ from: "${id}" }),
});
export default definePlugin(group, { version: "1.0.0", operations: [list] });
`;

/** A user whose command line finds these packages as if they were installed beside it. */
function newUserWith(packages: Readonly<Record<string, string>>) {
  const user = newUser();
  const entries = Object.entries(packages).map(([name, code]) => {
    const folder = join(user.home, "packages", name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "index.mjs"), code);
    return [name, pathToFileURL(join(folder, "index.mjs")).href] as const;
  });
  const own = JSON.stringify(Object.fromEntries(entries));
  const from = JSON.stringify(pathToFileURL(join(import.meta.dirname, "postern.ts")).href);
  const resolve = `export async function resolve(specifier, context, next) {
    const url = ${own}[specifier];
    if (url) return { url, shortCircuit: true };
    return next(specifier, specifier === "@postern/core" ? { ...context, parentURL: ${from} } : context);
  }`;
  const hooks = join(user.home, "hooks.mjs");
  writeFileSync(
    hooks,
    `import { register } from "node:module"; register("data:text/javascript," + ${JSON.stringify(encodeURIComponent(resolve))});`,
  );
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(hooks).href}` };
  return { ...user, run: (...args: string[]) => user.runWith(env, "", ...args) };
}

describe("a plugin in the configuration", () => {
  it("is found as postern-<name>, the name that create-plugin uses, before <name>", async () => {
    const user = newUserWith({ "postern-habits": plugin("postern-habits"), habits: plugin("habits") });
    user.configure({ plugins: { context: true, habits: true } });
    await user.run("init");
    expect(JSON.parse((await user.run("habits", "list", "--json")).out)).toEqual({ from: "postern-habits" });
  });

  it("is found as <name>", async () => {
    const user = newUserWith({ habits: plugin("habits") });
    user.configure({ plugins: { context: true, habits: true } });
    await user.run("init");
    expect(JSON.parse((await user.run("habits", "list", "--json")).out)).toEqual({ from: "habits" });
  });

  it("is refused with all names that were tried, or what its package lacks", async () => {
    const user = newUserWith({ "postern-lists": "export const lists = 1;" });
    user.configure({ plugins: { habits: true } });
    expect(await user.run("init")).toMatchObject({
      code: 2,
      err: 'Unknown group "habits": none of @postern/habits, postern-habits, habits is installed\n',
    });
    user.configure({ plugins: { lists: true } });
    expect(await user.run("init")).toMatchObject({
      code: 2,
      err: "The package postern-lists is not a Postern plugin: it has no default export that is a function\n",
    });
  });
});

describe("a storage driver of a package", () => {
  it("is refused with the name of the package and the reason if it is not usable", async () => {
    const user = newUserWith({
      "driver-named": "export const driver = () => ({});",
      "driver-broken": "export default function driver( {",
      "driver-fails": 'throw new Error("no licence");\nexport default 1;',
      "driver-needs": 'import "driver-engine";\nexport default () => ({});',
    });
    for (const [name, says] of [
      [
        "driver-named",
        /^The package driver-named is not a storage driver: it has no default export that is a function\n$/,
      ],
      ["driver-broken", /^The storage driver driver-broken cannot be loaded: Unexpected end of input\n$/],
      ["driver-fails", /^The storage driver driver-fails cannot be loaded: no licence\n$/],
      ["driver-needs", /^The storage driver driver-needs cannot be loaded: Cannot find package 'driver-engine'\n$/],
      ["driver-none", /^Unknown storage driver "driver-none"/],
    ] as const) {
      const { code, err } = await user.run("init", "--store", `${name}:files`);
      expect([code, err]).toEqual([2, expect.stringMatching(says)]);
    }
  });
});
