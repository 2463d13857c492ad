import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { outputOf } from "./run/output.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const inRun = (name: string) => JSON.stringify(join(root, "test/run", name));
const programs = inRun("programs.ts");

/** A folder with tests of its own, run by this repository's vitest with the reporters that all its tests have. */
function newTests(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), "postern-run-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(
    join(folder, "vitest.config.ts"),
    `import { sayAtTheStart } from ${inRun("beginning.ts")};
import { sayAtTheEnd } from ${inRun("ending.ts")};
import { writeResults } from ${inRun("results.ts")};
export default { test: { reporters: ["default", sayAtTheStart(), sayAtTheEnd(), writeResults("results.jsonl")], pool: "forks", maxWorkers: 2 } };
`,
  );
  mkdirSync(join(folder, "test"));
  for (const [name, text] of Object.entries(files))
    writeFileSync(join(folder, name), `import { it, expect } from "vitest";\n${text}`);
  const results = join(folder, "results.jsonl");
  const env = { PATH: process.env.PATH, HOME: folder };
  const args = [join(root, "node_modules/vitest/vitest.mjs"), "run"];
  return {
    start: (more: Record<string, string> = {}) =>
      spawn(process.execPath, args, { cwd: folder, env: { ...env, ...more }, stdio: "pipe", detached: true }),
    written: () => (existsSync(results) ? readFileSync(results, "utf8") : ""),
    report: () => execFileSync(process.execPath, [join(root, ".ci/report-tests.mjs"), results], { encoding: "utf8" }),
  };
}

it("shows passed and running tests when the run was killed", async () => {
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

describe("a run without some programs", () => {
  const files = {
    "test/shell.test.ts": `import "./fixture.ts";\nit("adds", () => {});`,
    "test/fixture.ts": `import { has } from ${programs};\nit.skipIf(!has("zsh"))("completes", () => {});`,
    "test/pm2.test.ts": `import { has } from ${programs};\nit.skipIf(!has("pm2"))("starts", () => {});`,
    "test/number.test.ts": `it("adds", () => {});\nit.skipIf(process.pid)("waits", () => {});`,
  };

  it("says at its start which files need them, and how to install only these", async () => {
    const tests = newTests(files);
    const out = await outputOf(tests.start({ PATH: "/nowhere" })).ended;
    const [start = ""] = out.out.split(/^.*✓/m);
    expect(start).toContain("\n  pm2: test/pm2.test.ts\n  zsh: test/shell.test.ts\n");
    expect(start).toContain("\n  sudo apt-get install zsh && npm install --global pm2@");
    expect(start).not.toContain("number.test.ts");
  });

  it("lists at its end how to install them, and tests skipped for another reason", async () => {
    const tests = newTests(files);
    const { out } = await outputOf(tests.start({ PATH: "/nowhere" })).ended;
    const end = out.slice(out.indexOf("were skipped"));
    expect(end).toMatch(/^\s+sudo apt-get install zsh && npm install --global pm2@\S+$/m);
    expect(end).toMatch(/another reason.*\n {2}test\/number\.test\.ts > waits\n/);
    expect(tests.report().trimEnd()).toBe("2 0 3");
  });

  it("says nothing about programs that none of its files needs", async () => {
    const tests = newTests({ "test/number.test.ts": `it("adds", () => {});` });
    const { out } = await outputOf(tests.start({ PATH: "/nowhere" })).ended;
    expect(out).not.toMatch(/install|skipped/);
    expect(tests.report().trimEnd()).toBe("1 0 0");
  });
});
