import type { ClaimedTurn } from "@postern/agents/services";
import { draftsRemove, draftsUpdate } from "@postern/chats/services";
import type { OurHost } from "../host.ts";

/** Milliseconds between two updates: chats accept ten a second, and readers need no more than four. */
const INTERVAL = 250;
/** Longer texts are no longer shown before they are complete. */
const MAX_LENGTH = 100_000;

/** Shows a text while it is being written. */
export interface DraftWriter {
  update(text: string): void;
  /** Resolves when nothing more is written: then a message can replace the draft. */
  stop(): Promise<void>;
  /** Removes the draft of a message that is not sent. */
  remove(): Promise<void>;
}

/** Writes drafts at intervals: only the newest text counts, and a draft that cannot be written does not matter. */
export function createDraftWriter(host: OurHost, { chatId, agentId: actorId }: ClaimedTurn): DraftWriter {
  let newest: string | undefined;
  let hasWritten = false;
  let isStopped = false;
  let writing: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function write(): void {
    const text = newest;
    newest = undefined;
    timer = undefined;
    if (text === undefined) return;
    hasWritten = true;
    writing = host
      .transact((ctx) => ctx.call(draftsUpdate, { chatId, actorId, text }))
      .catch((error: unknown) => host.log.debug({ chatId, error: String(error) }, "A draft could not be written"))
      .then(() => {
        if (newest !== undefined && !isStopped) timer ??= setTimeout(write, INTERVAL).unref();
      });
  }

  return {
    update(text) {
      if (isStopped || text.length > MAX_LENGTH) return;
      newest = text;
      timer ??= setTimeout(write, hasWritten ? INTERVAL : 0).unref();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await writing;
    },
    async remove() {
      if (hasWritten) await host.transact((ctx) => ctx.call(draftsRemove, { chatId, actorId })).catch(() => {});
    },
  };
}
