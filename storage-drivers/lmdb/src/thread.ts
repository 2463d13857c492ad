import { type CommitThread, startCommitThread } from "@postern/core/drivers";
import { StoreUnavailable } from "@postern/core/storage";
import { type Failure, fromFailure } from "./failure.ts";
import type { LmdbOptions } from "./folder.ts";
import type { Start } from "./writer.ts";
import { createWriterState, halt, lastBegun, type WriterState } from "./writer-state.ts";

/** Starts the writer thread. `lost` is called if it ends unexpectedly. */
export function startWriter(options: LmdbOptions, { lost }: { lost(): void }): CommitThread {
  const { path, timeout = 30_000 } = options;
  const state = createWriterState();
  const thread = startCommitThread<Failure>({
    file: new URL("./writer.js", import.meta.url),
    name: "postern-lmdb",
    workerData: { options, state } satisfies Start,
    // A thread that reaches its heap limit stops inside its transaction and hangs (see writer-state.ts), so the limit
    // is high.
    maxHeap: 16_384,
    limit: {
      ms: timeout,
      error() {
        return new StoreUnavailable("timeout", `A commit to ${path} did not complete within ${timeout} ms`);
      },
    },
    fromFailure,
    isFatal: ({ fatal }) => fatal === true,
    endedError(group, cause) {
      const message = `The writer thread of ${path} has ended: ${cause?.message ?? "it was stopped"}`;
      return new StoreUnavailable("failed", message, { cause, nothingWritten: group > lastBegun(state) });
    },
    onEnd(isExpected) {
      unwatch(state);
      if (!isExpected) lost();
    },
  });
  watch(state);
  return thread;
}

const running = new Set<WriterState>();

const haltAll = (): void => running.forEach(halt);

/** Registers a single exit listener for all open stores of the process. */
function watch(state: WriterState): void {
  if (running.size === 0) process.on("exit", haltAll);
  running.add(state);
}

function unwatch(state: WriterState): void {
  running.delete(state);
  if (running.size === 0) process.off("exit", haltAll);
}
