import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { operationCases } from "@postern/core/testing";
import tasks from "@postern/tasks";
import { afterAll, describe, it } from "vitest";

const root = mkdtempSync(join(tmpdir(), "postern-profiles-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));
let made = 0;

/** Plugins with separate folders for each test. */
function withFolders() {
  const folder = join(root, String(made++));
  mkdirSync(join(folder, "workspace"), { recursive: true });
  return { plugins: [tasks({ workspace: join(folder, "workspace"), home: join(folder, "home") })] };
}

const ofProfiles = ({ operation }: { operation: string }) => operation.startsWith("tasks.profiles.");

for (const [where, make] of [
  ["with a workspace", withFolders],
  ["without a workspace", () => ({ plugins: [tasks()] })],
] as const) {
  describe(where, () => {
    for (const { operation, run } of operationCases(make).filter(ofProfiles)) it(operation, run);
  });
}
