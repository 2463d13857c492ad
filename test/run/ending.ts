import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Reporter, TestCase } from "vitest/node";

const SLOWEST = 20;

/** Says at the end which tests took longest, and what would run the tests that were skipped. */
export function sayAtTheEnd(): Reporter {
  let isFiltered = false;
  return {
    onInit(vitest) {
      isFiltered = vitest.config.testNamePattern !== undefined;
    },
    onTestRunEnd(modules) {
      const tests = modules.flatMap((module) => [...module.children.allTests()]);
      // A run of one file needs no list of the slowest.
      if (modules.length > 20) sayList(`The slowest ${SLOWEST} tests:`, slowest(tests));
      const skipped = tests.filter((test) => test.result().state === "skipped");
      // What a filter leaves out is skipped too.
      if (skipped.length > 0 && !isFiltered) saySkipped(skipped);
    },
  };
}

function slowest(tests: readonly TestCase[]): string[] {
  const timed = tests.map((test) => ({ test, ms: Math.round(test.diagnostic()?.duration ?? 0) }));
  timed.sort((a, b) => b.ms - a.ms);
  return timed.slice(0, SLOWEST).map(({ test, ms }) => `${String(ms).padStart(7)} ms  ${placeOf(test)}`);
}

function saySkipped(skipped: readonly TestCase[]): void {
  const namesIn = (file: string) =>
    readFileSync(new URL(`../../.ci/${file}`, import.meta.url), "utf8")
      .trim()
      .replaceAll("\n", " ");
  const files = [...new Set(skipped.map((test) => relative(process.cwd(), test.module.moduleId)))];
  const count = skipped.length === 1 ? "1 test was" : `${skipped.length} tests were`;
  const head = `${count} skipped, since a program that they need is not installed:`;
  sayList(head, files);
  console.log("Install everything that the tests use (Debian, Ubuntu):\n");
  const debian = `sudo apt-get install ${namesIn("debian-packages.txt")}`;
  console.log(`  ${debian} && npm install --global ${namesIn("npm-programs.txt")}\n`);
}

function sayList(head: string, lines: readonly string[]): void {
  console.log(`\n${head}`);
  for (const line of lines) console.log(`  ${line}`);
  console.log();
}

const placeOf = (test: TestCase): string => `${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`;
