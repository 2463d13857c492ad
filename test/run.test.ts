import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished, vi } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** A folder with tests of its own, run by this repository's vitest with the reporters that all its tests have. */
function newTests(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "postern-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const reporter = (name: string) => JSON.stringify(join(root, "test/run", name));
  writeFileSync(
    join(folder, "vitest.config.ts"),
    `import { sayAtTheEnd } from ${reporter("ending.ts")};
import { writeResults } from ${reporter("results.ts")};
export default { test: { reporters: [sayAtTheEnd(), writeResults("results.jsonl")], pool: "forks", maxWorkers: 2 } };
`,
  );
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), `import { it, expect } from "vitest";\n${text}`);
  const results = join(folder, "results.jsonl");
  const env = { PATH: process.env.PATH, HOME: folder };
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run"];
  return {
    start: () => spawn(process.execPath, args, { cwd: folder, env, stdio: "pipe", detached: true }),
    written: () => (existsSync(results) ? readFileSync(results, "utf8") : ""),
    report: () => execFileSync(process.execPath, [join(root, ".ci/report-tests.mjs"), results], { encoding: "utf8" }),
  };
}

it("shows what had passed and what was still running when the run was killed", async () => {
  const tests = newTests({
    "quick.test.ts": `it("adds", () => expect(1 + 1).toBe(2));\nit("fails", () => expect(1).toBe(2));`,
    // Vitest reports at most every 100 ms, and what then ends within 100 ms it may report only with what ends later.
    "stuck.test.ts": `it("begins", () => new Promise((done) => setTimeout(done, 500)));
it("hangs", () => new Promise(() => {}), 600_000);`,
  });
  const run = tests.start();
  await vi.waitFor(() => expect(tests.written()).toContain('"test":"begins"'), 50_000);
  await vi.waitFor(() => expect(tests.written()).toMatch(/"ended","file":"quick/), 50_000);
  process.kill(-(run.pid as number), "SIGKILL");
  await new Promise((gone) => run.once("close", gone));
  const report = tests.report();
  expect(report).toContain("quick.test.ts: fails\n  AssertionError: expected 1 to be 2");
  expect(report).toMatch(/stuck\.test\.ts: still running after \d+ s, 1 tests completed/);
  expect(report.trimEnd().split("\n").at(-1)).toBe("2 2 0");
});

it("shows that the process of a test crashed", async () => {
  const tests = newTests({ "crash.test.ts": `it("crashes", () => process.kill(process.pid, "SIGKILL"));` });
  const run = tests.start();
  await new Promise((gone) => run.once("close", gone));
  const report = tests.report();
  expect(report).toMatch(/outside of a test:\n {2}Error: .*Worker/);
  expect(report).toContain("crash.test.ts: still running");
  expect(report.trimEnd().split("\n").at(-1)).toBe("0 2 0");
});

it("names what was skipped and the one command that installs what is missing", async () => {
  const tests = newTests({ "skipped.test.ts": `it("adds", () => {});\nit.skipIf(true)("speaks", () => {});` });
  const run = tests.start();
  let out = "";
  run.stdout.on("data", (chunk) => (out += chunk));
  await new Promise((gone) => run.once("close", gone));
  expect(out).toContain("1 test was skipped");
  expect(out).toMatch(/skipped\.test\.ts[\s\S]*apt-get install .*chromium .*prosody/);
  expect(tests.report().trimEnd()).toBe("1 0 1");
});
