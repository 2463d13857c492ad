import { type CommitThread, startCommitThread } from "@postern/core/drivers";
import { type Batch, beforeWriting, StoreUnavailable, type Version } from "@postern/core/storage";
import { type Failure, fromFailure } from "./failure.ts";
import type { Settings } from "./options.ts";
import type { Start, Trouble } from "./writer-thread.ts";

export interface Commits {
  commit(batches: readonly Batch[]): Promise<(Version | false)[]>;
  /** Why commits cannot be written now, if the server cannot be reached. */
  trouble(): StoreUnavailable | undefined;
  stop(): Promise<void>;
}

/**
 * Commits in a thread of its own: while a transaction holds the lock, all gateways wait for it, so it must not wait for
 * a busy process. The thread is started by the first commit, and again if it has ended unexpectedly.
 */
export function createCommits(settings: Settings, id: string): Commits {
  const { shown, timeout, statementTimeout } = settings;
  let thread: CommitThread | undefined;
  let trouble: StoreUnavailable | undefined;

  const failed = (message: string, cause?: Error) => new StoreUnavailable("failed", message, { cause });

  function start(): CommitThread {
    const started = startCommitThread<Failure>({
      file: new URL("./writer-thread.js", import.meta.url),
      name: "postern-postgres",
      workerData: { settings, id } satisfies Start,
      // Its own limits end earlier.
      limit: {
        ms: 2 * (timeout + statementTimeout) + 10_000,
        error: () => failed(`The writer thread of ${shown} does not answer`),
      },
      fromFailure,
      endedError: (_, cause) =>
        failed(`The writer thread of ${shown} has ended: ${cause?.message ?? "it was stopped"}`, cause),
      onEnd() {
        if (thread === started) thread = undefined;
      },
      onMessage(message) {
        const { trouble: reason } = message as Trouble;
        trouble = reason === undefined ? undefined : new StoreUnavailable("timeout", reason);
      },
    });
    return started;
  }

  return {
    commit(batches) {
      thread ??= beforeWriting(start);
      return thread.commit(batches);
    },
    trouble: () => trouble,
    async stop() {
      await thread?.stop();
    },
  };
}
