import { join, relative } from "node:path";
import type { Reporter, TestCase } from "vitest/node";
import { createNeeds } from "./needs.ts";
import { has, installCommand } from "./programs.ts";

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

/** Skipped tests of files that need no missing program are listed, since nothing else says why they did not run. */
function saySkipped(skipped: readonly TestCase[]): void {
  const needsOf = createNeeds(join(process.cwd(), "test"));
  const missingFor = ({ module }: TestCase) => [...needsOf(module.moduleId)].filter((name) => !has(name));
  const missing = [...new Set(skipped.flatMap(missingFor))].sort();
  const others = skipped.filter((test) => missingFor(test).length === 0);
  if (missing.length > 0)
    sayList("Tests were skipped. This installs the programs that they need:", [installCommand(missing)]);
  if (others.length > 0) sayList("Skipped for another reason than a missing program:", others.map(placeOf));
}

function sayList(head: string, lines: readonly string[]): void {
  console.log(`\n${head}`);
  for (const line of lines) console.log(`  ${line}`);
  console.log();
}

const placeOf = (test: TestCase): string => `${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`;
