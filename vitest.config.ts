import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { sayAtTheEnd } from "./test/run/ending.ts";
import { SlowFilesFirst } from "./test/run/order.ts";
import { writeResults } from "./test/run/results.ts";
import { TEST_LIMIT } from "./test/run/shrink.ts";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Where each result is appended as it comes, so that a run that is killed has told what it knew. */
const { POSTERN_TEST_RESULTS: results } = process.env;

const MEASURED = "test/measured/**/*.test.ts";

export default defineConfig({
  resolve: {
    // Packages are tested from source. @postern/storage-lmdb is the exception: its worker thread needs a built file.
    alias: [
      { find: /^@postern\/core$/, replacement: at("core/src/index.ts") },
      { find: /^@postern\/core\/([a-z]+)$/, replacement: at("core/src/$1/index.ts") },
      { find: /^@postern\/storage-memory$/, replacement: at("storage-drivers/memory/src/index.ts") },
      { find: /^@postern\/(?!core$|storage-)([a-z-]+)$/, replacement: at("plugins/$1/src/index.ts") },
      { find: /^@postern\/client\/types$/, replacement: at("plugins/client/src/types/index.ts") },
      { find: /^@postern\/channels\/kind$/, replacement: at("plugins/channels/src/kind/index.ts") },
      { find: /^@postern\/(?!core\/|storage-)([a-z-]+)\/services$/, replacement: at("plugins/$1/src/services.ts") },
    ],
  },
  test: {
    projects: [
      { extends: true, test: { name: "tests", include: ["test/**/*.test.ts"], exclude: [MEASURED] } },
      // What measures time runs alone, after all others.
      {
        extends: true,
        test: { name: "measured", include: [MEASURED], maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
    globalSetup: ["test/run/temporary.ts"],
    reporters: ["default", sayAtTheEnd(), ...(results ? [writeResults(results)] : [])],
    sequence: { sequencer: SlowFilesFirst },
    pool: "forks",
    // Much of what is tested is processes that wait: a file for each core leaves cores idle.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: TEST_LIMIT,
    hookTimeout: TEST_LIMIT,
    teardownTimeout: 60_000,
    // As in test/run/until.ts: only what hangs takes so long.
    expect: { poll: { timeout: 60_000, interval: 10 } },
  },
});
