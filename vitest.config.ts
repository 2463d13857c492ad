import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { sayAtTheStart } from "./test/run/beginning.ts";
import { sayAtTheEnd } from "./test/run/ending.ts";
import { LargeFilesFirst } from "./test/run/order.ts";
import { writeResults } from "./test/run/results.ts";
import { TEST_LIMIT } from "./test/run/shrink.ts";

/** Where each result is appended as it comes, so that a run that is killed has told what it knew. */
const { POSTERN_TEST_RESULTS: results } = process.env;

const CHECKS = "test/checks/**/*.test.ts";
const LONG = "test/**/*.long.test.ts";
const MEASURED = "test/measured/**/*.test.ts";

// Packages are tested as they are built and published: their exports are resolved as Node resolves them.
export default defineConfig({
  test: {
    projects: [
      // What the sources themselves must fulfil, without running them: part of `npm run check`.
      { extends: true, test: { name: "checks", include: [CHECKS] } },
      // Every package in its own process, and each surface and program once: `npm test`.
      {
        extends: true,
        test: {
          name: "tests",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", CHECKS, LONG, MEASURED],
        },
      },
      // The rest: kills at every step, faults, large data, every page in a browser, all servers and programs.
      { extends: true, test: { name: "long", include: [LONG], sequence: { groupOrder: 1 } } },
      // What measures time or memory runs alone, after all others, each file in a process of its own.
      {
        extends: true,
        test: { name: "measured", include: [MEASURED], isolate: true, maxWorkers: 1, sequence: { groupOrder: 2 } },
      },
    ],
    globalSetup: ["test/run/temporary.ts"],
    setupFiles: ["test/run/leftovers.ts"],
    reporters: ["default", sayAtTheStart(), sayAtTheEnd(), ...(results ? [writeResults(results)] : [])],
    sequence: { sequencer: LargeFilesFirst },
    pool: "forks",
    // Files share a process, where a module is loaded once. Each leaves the process as it found it (test/run/leftovers.ts).
    isolate: false,
    unstubEnvs: true,
    // Much of what is tested is processes that wait: a file for each core leaves cores idle.
    maxWorkers: availableParallelism() * 2,
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    teardownTimeout: 60_000,
    // As in test/run/until.ts: only what hangs takes so long.
    expect: { poll: { timeout: 60_000, interval: 10 } },
  },
});
