import { type Completion, nonRetryable, postpone, type QueueEntry } from "@postern/kit/queue";
import type { SendingRecord } from "../collections.ts";
import type { OurHost } from "../host.ts";
import type { Outlet } from "../runtime/types.ts";
import { verdictOf } from "../services.ts";
import type { OutboxEntry, OutboxNote } from "./entry.ts";

/** One attempt at an outbox entry. */
export interface Attempt {
  readonly host: OurHost;
  readonly entry: QueueEntry<OutboxEntry>;
  readonly outlet: Outlet;
  readonly signal: AbortSignal;
  readonly sending: SendingRecord;
  note(note: OutboxNote): void;
}

/** The outcome of an attempt that did not fail: the note, and what to commit together with the completion. */
export interface Outcome {
  readonly note: OutboxNote;
  readonly settle?: Completion;
}

/** Converts a platform's failure for the queue: when to retry, or never. */
export function failureOf(error: unknown, note: Attempt["note"]): unknown {
  const said = verdictOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  if (said?.word === "refused" || said?.word === "permanent") {
    note({ outcome: "refused", reason });
    return nonRetryable(reason);
  }
  note({ outcome: said ? "not-sent" : "failed", reason });
  // If the platform names a delay, the attempt is not counted.
  return said?.word === "not-sent" && said.retryIn !== undefined ? postpone(said.retryIn, reason) : error;
}
