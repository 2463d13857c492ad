import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, root, start } from "../examples/run.ts";
import { expectSession } from "../surfaces/session.ts";
import { filesOf, pages } from "./pages.ts";

const testsOf = (page: string) => [...filesOf(page)].filter(([path]) => path.endsWith(".test.ts"));
const withTests = pages.filter((page) => testsOf(page).length > 0);
const withCode = pages.filter((page) => filesOf(page).size > 0);

/** Writes the files of a page into a package of their own, as a reader who copies them would. */
function copyOf(page: string): string {
  const home = newFolder();
  symlinkSync(join(root, "node_modules"), join(home, "node_modules"));
  const settings = {
    "package.json": { name: "manual", private: true, type: "module" },
    "tsconfig.json": {
      extends: join(root, "plugins/create-plugin/template/tsconfig.json"),
      compilerOptions: { types: ["node"], typeRoots: [join(root, "node_modules/@types")] },
      include: ["src", "test", "*.config.ts"],
    },
  };
  for (const [path, value] of Object.entries(settings)) writeFileSync(join(home, path), JSON.stringify(value));
  for (const [path, text] of filesOf(page)) {
    mkdirSync(dirname(join(home, path)), { recursive: true });
    writeFileSync(join(home, path), text);
  }
  return home;
}

interface Report {
  readonly numPassedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly {
    message: string;
    assertionResults: readonly { failureMessages: readonly string[] }[];
  }[];
}

/** Runs all tests of a package with Vitest, and answers its report. */
async function reportOf(home: string): Promise<Report> {
  await start(
    [join(root, "node_modules/vitest/vitest.mjs"), "run", "--reporter=json", "--outputFile=report.json"],
    home,
  ).ended;
  return JSON.parse(readFileSync(join(home, "report.json"), "utf8")) as Report;
}

describe("the manual", () => {
  it.each(withCode)("%s has code without type errors", async (page) => {
    const { out } = await start([join(root, "node_modules/typescript/bin/tsc")], copyOf(page)).ended;
    expect(out).toBe("");
  });

  it.each(withTests)("%s has tests that pass", async (page) => {
    const written = testsOf(page).flatMap(([, text]) => text.match(/^\s*it\(/gm) ?? []).length;
    expect(written).toBeGreaterThan(0);
    const report = await reportOf(copyOf(page));
    const failures = report.testResults.flatMap((file) => [
      file.message,
      ...file.assertionResults.flatMap((test) => test.failureMessages),
    ]);
    expect(failures.filter(Boolean)).toEqual([]);
    expect(report.numPendingTests).toBe(0);
    expect(report.numPassedTests).toBeGreaterThanOrEqual(written);
  });

  it("shows operators what really comes out", () => expectSession("core/manual/operating.md"));
});
