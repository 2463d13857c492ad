import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

function copyOfTheHouse(): string {
  const folder = mkdtempSync(join(tmpdir(), "postern-new-"));
  for (const name of [".ci", "tsconfig.json", "plugins/chats"]) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (path) => !/node_modules|dist/.test(path),
    });
  }
  return folder;
}
const make = (folder: string, id: string) =>
  execFileSync(process.execPath, [".ci/new-operation.mjs", id], { cwd: folder, stdio: "pipe" });

it("makes a new operation in its plugin, with its test, and overwrites nothing", () => {
  const folder = copyOfTheHouse();
  make(folder, "chats.messages.pin");
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  expect(read("plugins/chats/src/operations/messages.pin.ts")).toContain('id: "chats.messages.pin"');
  expect(read("plugins/chats/src/index.ts")).toContain('import { messagesPin } from "./operations/messages.pin.ts";');
  expect(read("plugins/chats/src/index.ts")).toMatch(/operations: \[[^\]]*messagesPin\]/);
  expect(read("test/plugins/chats/messages.pin.test.ts")).toContain("x-dry-run");
  expect(() => make(folder, "chats.messages.pin")).toThrow("is there already");
});

it("makes a new group of the one shape", () => {
  const folder = copyOfTheHouse();
  make(folder, "garden-beds.water");
  const read = (path: string) => readFileSync(join(folder, path), "utf8");
  expect(JSON.parse(read("plugins/garden-beds/package.json")).name).toBe("@postern/garden-beds");
  expect(read("plugins/garden-beds/src/index.ts")).toContain("operations: [water]");
  expect(read("tsconfig.json")).toContain('"plugins/garden-beds"');
});

it("says what an id looks like", () => {
  for (const id of ["", "tasks", "Tasks.add", "tasks/add"])
    expect(() => make(root, id)).toThrow("like tasks.deps.remove");
});
