import type { Client } from "../client.ts";
import type { History } from "../history.ts";

/** What the workloads work with. Created before the first fault. */
export interface Stage {
  readonly chatIds: readonly string[];
  /** A chat whose messages are entries of an account book: each transfer is two of them. */
  readonly ledgerId: string;
  readonly taskIds: readonly string[];
  /** A base with one row for each token. */
  readonly tokenBase: string;
  readonly tokens: readonly string[];
  /** A base with one row, whose properties come and go. */
  readonly propertyBase: string;
  readonly propertyRow: string;
}

export const HOLDERS = ["ann", "ben", "cem", "dia", "eve"];

export interface Work {
  readonly client: Client;
  readonly stage: Stage;
  readonly history: History;
  readonly gateways: number;
  /** From which message on each chat is read. */
  readonly starts: Map<string, { readonly id: string; readonly sortKey: string }>;
  /** Numbers the round, so that names are unique. */
  readonly round: string;
}

/** One round of a client. It is repeated, with pauses, until the run ends. */
export type Workload = (work: Work) => Promise<void>;
