/** One request of a call. */
export interface Attempt {
  readonly requestId: string;
  readonly gateway: number;
  /**
   * `unknown`: the connection broke, nothing came in time, or a 503 says so. `refused`: any other 503 or no connection,
   * so nothing was changed.
   */
  readonly outcome: "answered" | "refused" | "unknown";
  readonly detail?: string;
}

/** A call of a client, with all its repetitions. Times are milliseconds of a monotonic clock. */
export interface Call {
  readonly id: string;
  readonly workload: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly key: string | undefined;
  readonly begun: number;
  readonly attempts: Attempt[];
  ended?: number;
  /** Undefined if it was never answered. */
  status?: number;
  body?: Body;
  /** The position of the store in the answer. */
  position?: string | undefined;
  isReplay?: boolean;
}

export type Body = Readonly<Record<string, unknown>> & { readonly code?: string };

/** What a reader got when it listed a chat: all messages after `after`, or the first ones of them. */
export interface Reading {
  readonly reader: string;
  readonly gateway: number;
  readonly chatId: string;
  readonly after: string | undefined;
  readonly messageIds: readonly string[];
  /** Whether there are no more messages than these. */
  readonly isComplete: boolean;
  /** A message whose acknowledgement had the position that this reading was to see. */
  readonly mustContain?: string | undefined;
}

/** All rows of the tokens in the order of their holders, read from one snapshot. */
export interface TokenReading {
  readonly gateway: number;
  readonly rowIds: readonly string[];
}

/** What one reader of the event stream received, from its start over all gateways at which it continued. */
export interface Chain {
  readonly reader: string;
  readonly after: string;
  readonly ids: string[];
  /** Frames that say that events are missing. */
  readonly gaps: string[];
  /** How often it continued at a gateway. */
  connections: number;
}

/** One life of a property: it was created, deleted twice at once, and then created and restored at once. */
export interface PropertyRound {
  readonly key: string;
  readonly propertyId: string;
  /** Which of the two deletions were answered with success. */
  readonly deleted: readonly boolean[];
  readonly recreated: boolean;
  readonly restored: readonly boolean[];
  /** Ids of the live properties with this key, and the value of the row, after that. */
  readonly live: readonly string[];
  readonly value: unknown;
}

export interface History {
  /** Commands. */
  readonly calls: Call[];
  /** Queries that were answered with something else than success. */
  readonly failedQueries: Call[];
  readonly readings: Reading[];
  readonly tokenReadings: TokenReading[];
  readonly chains: Chain[];
  readonly propertyRounds: PropertyRound[];
}

export const newHistory = (): History => ({
  calls: [],
  failedQueries: [],
  readings: [],
  tokenReadings: [],
  chains: [],
  propertyRounds: [],
});

/** Whether a call had its effect. */
export const isDone = ({ status }: Call): boolean => status === 200;

/** Removes all others, one by one: an hour has more events than a call may have arguments. */
export function keep<T>(list: T[], isKept: (one: T) => boolean): void {
  let kept = 0;
  for (const one of list) if (isKept(one)) list[kept++] = one;
  list.length = kept;
}
