import type { Operation } from "@postern/core";
import type { Status } from "./entry.ts";

/** An entry as the API shows it. */
export type ShownEntry<Payload, Note> = Payload & {
  id: string;
  status: Status;
  attempts: number;
  createdAt: number;
  nextAttemptAt?: number;
  startedAt?: number;
  finishedAt?: number;
  lastError?: string;
  lastAttempt?: Note;
};

type Page = { total: number; totalCapped?: boolean; limit: number; offset: number; nextOffset?: number };
type ListIn<About extends string> = { status?: Status; limit?: string; offset?: string; fields?: string } & {
  [K in About]?: string;
};
type Change<Id extends string, Out> = Operation<
  Id,
  "command",
  { id: string },
  Out,
  { summary: string; id: string },
  false
>;

/** The operations of a queue, in the order `list`, `show`, `retry`, `discard`. */
export type QueueOperations<
  Id extends string,
  All extends string,
  One extends string,
  Shown,
  About extends string,
> = readonly [
  Operation<`${Id}.list`, "query", ListIn<About>, { [K in All]: Partial<Shown>[] } & Page, never, false>,
  Operation<`${Id}.show`, "query", { id: string }, { [K in One]: Shown }, never, false>,
  Change<`${Id}.retry`, { [K in One]: Shown }>,
  Change<`${Id}.discard`, { [K in One]: Shown }>,
];
