import { type Completion, nonRetryable, postpone, type QueueEntry } from "@postern/core/queue";
import type { SendingRecord } from "../collections.ts";
import type { Outlet } from "../fleet/types.ts";
import type { OurHost } from "../host.ts";
import { verdictOf } from "../services.ts";
import type { OutboxEntry, OutboxNote } from "./entry.ts";

/** One attempt at an entry of the outbox. */
export interface Attempt {
  readonly host: OurHost;
  readonly entry: QueueEntry<OutboxEntry>;
  readonly outlet: Outlet;
  readonly signal: AbortSignal;
  readonly sending: SendingRecord;
  note(note: OutboxNote): void;
}

/** What came of an attempt that did not fail: what people are told, and what goes into the commit that calls it done. */
export interface Outcome {
  readonly note: OutboxNote;
  readonly settle?: Completion;
}

/** A failure of the platform as the queue wants it: when it is tried again, or never. */
export function failureOf(error: unknown, note: Attempt["note"]): unknown {
  const said = verdictOf(error);
  const reason = error instanceof Error ? error.message : String(error);
  if (said?.word === "refused" || said?.word === "permanent") {
    note({ outcome: "refused", reason });
    return nonRetryable(reason);
  }
  note({ outcome: said ? "not-sent" : "failed", reason });
  // Who says when it is to be tried again is believed, and the attempt was none.
  return said?.word === "not-sent" && said.retryIn !== undefined ? postpone(said.retryIn, reason) : error;
}
