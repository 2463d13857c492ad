import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** What the command needs to make, build and run a part of the repository: everything else is linked or absent. */
function copyOfTheRepository(): string {
  const folder = mkdtempSync(join(tmpdir(), "postern-new-"));
  mkdirSync(join(folder, "plugins"));
  cpSync(join(root, "plugins/chats"), join(folder, "plugins/chats"), {
    recursive: true,
    filter: (path) => !/\/(node_modules|dist)$/.test(path),
  });
  cpSync(join(root, "plugins/create-plugin"), join(folder, "plugins/create-plugin"), { recursive: true });
  const settings = ["biome.json", "package.json", "tsconfig.base.json", "tsup.config.ts", "vitest.config.ts"];
  for (const name of [".ci", ".gitignore", ...settings])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  cpSync(join(root, "test/run"), join(folder, "test/run"), { recursive: true });
  cpSync(join(root, "core"), join(folder, "core"), {
    recursive: true,
    filter: (path) => !/\/node_modules$/.test(path),
  });
  linkModules(folder);
  const types = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
  const references = ["core", "core/kit", "plugins/chats"].map((path) => ({ path }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ ...types, references }));
  return folder;
}

/** Links what is installed here, and the packages of the copy itself, as `npm install` there would. */
function linkModules(folder: string): void {
  const [from, to] = [join(root, "node_modules"), join(folder, "node_modules")];
  mkdirSync(join(to, "@postern"), { recursive: true });
  for (const name of readdirSync(from).filter((name) => name !== "@postern" && name !== ".cache"))
    symlinkSync(join(from, name), join(to, name));
  for (const name of readdirSync(join(from, "@postern")).filter((name) => name !== "chats"))
    symlinkSync(join(from, "@postern", name), join(to, "@postern", name));
  linkPlugin(folder, "chats");
}

function linkPlugin(folder: string, group: string): void {
  const link = join(folder, "node_modules/@postern", group);
  if (!existsSync(link)) symlinkSync(join(folder, "plugins", group), link);
}

const run = (folder: string, ...args: string[]) =>
  execFileSync(process.execPath, args, { cwd: folder, stdio: "pipe", encoding: "utf8" });
const make = (folder: string, id: string) => run(folder, ".ci/new-operation.mjs", id);
const reader = (folder: string) => (path: string) => readFileSync(join(folder, path), "utf8");

/** Compiles the plugin, checks its form, builds it, and runs the test that was made with it. */
function buildAndRun(folder: string, group: string, test: string): string {
  linkPlugin(folder, group);
  run(folder, join(root, "node_modules/typescript-native/bin/tsc"), "-p", `plugins/${group}`, "--noEmit");
  run(folder, join(root, "node_modules/@biomejs/biome/bin/biome"), "check", "--error-on-warnings", `plugins/${group}`);
  run(
    join(folder, "plugins", group),
    join(root, "node_modules/tsup/dist/cli-default.js"),
    "--config",
    join(folder, "tsup.config.ts"),
    "--silent",
  );
  return run(folder, join(root, "node_modules/vitest/vitest.mjs"), "run", "--maxWorkers=1", test);
}

it("makes a new operation in its plugin that compiles and passes its test", () => {
  const folder = copyOfTheRepository();
  const read = reader(folder);
  make(folder, "chats.messages.pin");
  const made = read("plugins/chats/src/operations/messages.pin.ts");
  expect(made).toContain('id: "chats.messages.pin"');
  // As the other operations about messages name one.
  expect(made).toMatch(/import \{ \w+ \} from "\.\.\/\w+\.ts";/);
  expect(made).toContain("input: T.Object({ messageId: MessageId })");
  expect(buildAndRun(folder, "chats", "test/plugins/chats/messages.pin.test.ts")).toContain("1 passed");
  expect(() => make(folder, "chats.messages.pin")).toThrow("already exists");
});

it("adds one line to the list of operations", () => {
  const folder = copyOfTheRepository();
  const list = "plugins/chats/src/operations/index.ts";
  const before = reader(folder)(list).split("\n");
  make(folder, "chats.messages.pin");
  const after = reader(folder)(list).split("\n");
  expect(after.filter((line) => !before.includes(line))).toEqual(['export { messagesPin } from "./messages.pin.ts";']);
  expect(after.length).toBe(before.length + 1);
});

it("gives an operation that is named like a word of the language another name", () => {
  const folder = copyOfTheRepository();
  make(folder, "chats.delete");
  expect(reader(folder)("plugins/chats/src/operations/delete.ts")).toContain("export const deleteChats =");
});

it("makes a new group of the one shape that compiles and passes its test", () => {
  const folder = copyOfTheRepository();
  const read = reader(folder);
  make(folder, "garden-beds.water");
  expect(JSON.parse(read("plugins/garden-beds/package.json")).name).toBe("@postern/garden-beds");
  expect(read("plugins/garden-beds/src/operations/index.ts")).toBe('export { water } from "./water.ts";\n');
  expect(read("tsconfig.json")).toContain('"plugins/garden-beds"');
  expect(buildAndRun(folder, "garden-beds", "test/plugins/garden-beds/water.test.ts")).toContain("1 passed");
  make(folder, "garden-beds.dig");
  expect(buildAndRun(folder, "garden-beds", "test/plugins/garden-beds/dig.test.ts")).toContain("1 passed");
});

it("makes a new group that declares all exports of its collections.ts", () => {
  const folder = copyOfTheRepository();
  make(folder, "beds.water");
  expect(reader(folder)("plugins/beds/src/index.ts")).toContain('import * as collections from "./collections.ts";');
  writeFileSync(
    join(folder, "plugins/beds/src/collections.ts"),
    `import { defineCollection, T } from "@postern/core";
import { Id } from "./schemas.ts";

export const beds = defineCollection("beds.bed", { schema: T.Object({ id: Id }), key: ({ id }) => [id] });
`,
  );
  const test = "test/plugins/beds/collections.test.ts";
  writeFileSync(
    join(folder, test),
    `import beds from "@postern/beds";
import { expect, it } from "vitest";

it("declares its collections", () => expect(beds().collections.map(({ name }) => name)).toEqual(["beds.bed"]));
`,
  );
  expect(buildAndRun(folder, "beds", test)).toContain("1 passed");
});

it("says what an id looks like", () => {
  for (const id of ["", "tasks", "Tasks.add", "tasks/add"])
    expect(() => make(root, id)).toThrow("as in: npm run new tasks.deps.remove");
});
