/** Milliseconds between two updates: chats accept ten a second, and readers need no more than four. */
const INTERVAL_MS = 250;
/** Longer texts are not shown before they are complete. */
const MAX_LENGTH = 100_000;

/** Shows a message while it is being written. */
export interface DraftWriter {
  update(text: string): void;
  /** Resolves when nothing more is written: then a message can replace the draft. */
  stop(): Promise<void>;
  /** Removes the draft of a message that is not sent. */
  remove(): Promise<void>;
}

/** Where a draft is written to: `chats.drafts.update` and `chats.drafts.remove`. */
export interface DraftTarget {
  update(text: string): Promise<unknown>;
  remove(): Promise<unknown>;
}

/** Writes drafts at intervals. Only the newest text counts, and a draft that cannot be written does not matter. */
export function createDraftWriter(target: DraftTarget): DraftWriter {
  let newest: string | undefined;
  let hasWritten = false;
  let isStopped = false;
  let writing: Promise<unknown> = Promise.resolve();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function write(): void {
    const text = newest;
    newest = undefined;
    timer = undefined;
    if (text === undefined) return;
    hasWritten = true;
    writing = target
      .update(text)
      .catch(() => {})
      .then(() => {
        if (newest !== undefined && !isStopped) timer ??= setTimeout(write, INTERVAL_MS);
      });
  }

  return {
    update(text) {
      if (isStopped || text === "" || text.length > MAX_LENGTH) return;
      newest = text;
      timer ??= setTimeout(write, hasWritten ? INTERVAL_MS : 0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await writing;
    },
    async remove() {
      if (hasWritten) await target.remove().catch(() => {});
    },
  };
}
