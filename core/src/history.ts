import type { GatewayEvent } from "./event.ts";

/** What one can tell of an event before it is spelled out. `at` is in Unix milliseconds. */
export interface EventHead {
  readonly type: string;
  readonly subject?: string;
  readonly at: number;
}

/** Part of the journal. */
export interface Passage {
  readonly events: GatewayEvent[];
  /** The last event that was looked at, whether it was wanted or not: go on from there. */
  readonly cursor: string;
  /** False once the end was reached. */
  readonly more: boolean;
  /** Events after `after` and before `first` were asked for and are no longer kept. */
  readonly gap?: { readonly after: string; readonly first: string };
}

/** All that happened, in the order in which it became visible. */
export interface Journal {
  /** The id of the newest event, which is the place to wait from; `0.0` while nothing has happened. */
  end(): Promise<string>;
  /**
   * Looks at up to `limit` events (500) after the event `after`, or from the oldest that is kept, and answers those
   * that `accept` takes. Throws `gateway.invalid_input` for an id that this journal never gave.
   */
  read(options?: { after?: string; limit?: number; accept?: (event: EventHead) => boolean }): Promise<Passage>;
}
