import { hookPath, rulePath, schedulePath } from "../schedules/paths.ts";

/** An entry of any queue, as far as the inbox knows it. */
export interface Entry {
  readonly id: string;
  readonly status: string;
  readonly lastError?: unknown;
  readonly reason?: unknown;
  readonly finishedAt?: number;
  readonly updatedAt?: number;
  readonly createdAt?: number;
  readonly lastAt?: number;
  readonly [member: string]: unknown;
}

interface Words {
  /** What failed, in one sentence. */
  readonly title: (entry: Entry) => string;
  /** Where it can be looked at. */
  readonly path?: (entry: Entry) => string;
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

const WORDS: Readonly<Record<string, Words>> = {
  "schedules.runs": {
    title: ({ name }) => `The schedule ${text(name)} failed`,
    path: ({ schedule }) => schedulePath(text(schedule)),
  },
  "rules.runs": {
    title: ({ type }) => `A rule failed after the event ${text(type)}`,
    path: ({ rule }) => rulePath(text(rule)),
  },
  "hooks.deliveries": {
    title: ({ type }) => `A webhook did not accept the event ${text(type)}`,
    path: ({ hook }) => hookPath(text(hook)),
  },
  "approvals.executions": { title: () => "An approved command was not executed" },
  "approvals.notices": { title: () => "The chat was not notified about an approval" },
  "approvals.replies": { title: () => "An answer to an approval was not processed" },
  "audio.work": { title: () => "A text was not spoken" },
  "bases.upkeep": { title: () => "The upkeep of a base failed" },
  "calendars.outbox": { title: ({ operation }) => `A calendar did not accept a change (${text(operation)})` },
  "channels.outbox": {
    title: ({ adapter, place }) => `A message was not sent to ${text(place)} by the adapter ${text(adapter)}`,
  },
  "sync.inbox": { title: () => "A record of another gateway was not imported" },
  "sync.outbox": { title: () => "A record was not sent to another gateway" },
};

/** What is said of an entry that failed. Queues of third parties are called by their names. */
export function wordsFor(queue: string, entry: Entry): { readonly title: string; readonly path?: string } {
  const words = WORDS[queue];
  if (!words) return { title: `An entry of ${queue} failed` };
  const title = words.title(entry);
  return words.path ? { title, path: words.path(entry) } : { title };
}
