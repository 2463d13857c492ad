import { oneOf } from "@postern/core";
import { type Collection, defineCollection } from "@postern/core/storage";
import { type Static, type TObject, Type } from "@sinclair/typebox";
import { described } from "../fields/fields.ts";
import { StoredCause } from "./cause.ts";

export const STATUSES = ["waiting", "running", "done", "dead", "discarded"] as const;
export const Status = oneOf(...STATUSES);
export type Status = (typeof STATUSES)[number];

const Stored = Type.Object({
  id: Type.String(),
  status: Status,
  payload: Type.Unknown(),
  attempts: Type.Integer(),
  createdAt: Type.Number(),
  /** When the next attempt is due, and its delay: a clock that is set back must not prolong it. */
  dueAt: Type.Number(),
  delay: Type.Number(),
  /** It is due at this time of the clock, also after the clock was set back. */
  isTimed: Type.Optional(Type.Literal(true)),
  /** The worker that has claimed it, and until when. */
  lease: Type.Optional(Type.Object({ token: Type.String(), until: Type.Number() })),
  startedAt: Type.Optional(Type.Number()),
  finishedAt: Type.Optional(Type.Number()),
  error: Type.Optional(Type.String()),
  note: Type.Optional(Type.Unknown()),
  about: Type.Optional(Type.String()),
  /** The id of the context with whose rights it is completed; absent for the plugin's own. */
  owner: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
  /** Its target, such as an account. Each share gets only a part of the concurrent attempts. */
  share: Type.Optional(Type.String()),
  /** A retry was requested: it ignores the pause of its share. */
  isAsked: Type.Optional(Type.Literal(true)),
  /** Interval of a repeating entry, in milliseconds. */
  every: Type.Optional(Type.Number()),
  /** Schedule of a repeating entry, instead of `every`: a cron expression and the IANA name of its time zone. */
  cron: Type.Optional(Type.String()),
  timeZone: Type.Optional(Type.String()),
  cause: Type.Optional(StoredCause),
  /** Its position in its lane until it is finished, ordered by number, then by turn. */
  place: Type.Optional(Type.Object({ lane: Type.String(), number: Type.Number(), turn: Type.Number() })),
  /** Entries before it in its lane are not finished, so it cannot be claimed. */
  isBehind: Type.Optional(Type.Literal(true)),
});
export type Stored = Static<typeof Stored>;

/** The entries of one queue. */
export type Entries = Collection<Stored, "byDue" | "byEnd" | "byView" | "byKey" | "byLane" | "byShare">;

export const entriesOf = (queue: string): Entries =>
  defineCollection(`${queue}.entry`, {
    schema: Stored,
    key: ({ id }) => [id],
    indexes: {
      byDue: dueKey,
      byEnd: ({ status, finishedAt }) => (finishedAt === undefined ? undefined : [status, finishedAt]),
      byView: ({ status, about }) =>
        about === undefined
          ? [["status", status]]
          : [
              ["status", status],
              ["about", about],
              ["both", about, status],
            ],
      byKey: ({ key }) => (key === undefined ? undefined : [key]),
      byShare: ({ status, dueAt, isBehind, share }) =>
        share === undefined || status !== "waiting" || isBehind ? undefined : [share, dueAt],
      byLane: ({ place }) => place && [place.lane, place.number, place.turn],
    },
    unique: ["byKey"],
  });

/**
 * The position in the index of work to do: by the time it is due or its lease ends. Entries behind others of their lane
 * are left out, however many there are.
 */
function dueKey({ status, dueAt, lease, isBehind }: Stored) {
  if (status === "waiting") return isBehind ? undefined : [status, dueAt];
  return status === "running" && lease ? [status, lease.until] : undefined;
}

/** What the API shows of an entry in addition to its payload. */
export const shownMembers = {
  id: Type.String({ description: "Id of the entry" }),
  status: described(Status, "Status of the entry"),
  attempts: Type.Integer({ description: "Number of attempts started so far" }),
  createdAt: Type.Integer({ description: "Creation time in Unix milliseconds" }),
  nextAttemptAt: Type.Optional(Type.Integer({ description: "Time of the next attempt in Unix milliseconds" })),
  startedAt: Type.Optional(Type.Integer({ description: "Start of the last attempt in Unix milliseconds" })),
  finishedAt: Type.Optional(Type.Integer({ description: "End of the last attempt in Unix milliseconds" })),
  lastError: Type.Optional(Type.String({ description: "Why the last attempt failed" })),
};

/** An entry as the API shows it: its payload, its status and the results of its attempts. */
export function shownEntry(entry: Stored, note: TObject | undefined): Record<string, unknown> {
  const { id, status, payload, attempts, createdAt, dueAt, isBehind, startedAt, finishedAt, error } = entry;
  return {
    ...(payload as object),
    id,
    status,
    attempts,
    createdAt,
    ...(status === "waiting" && !isBehind && { nextAttemptAt: dueAt }),
    ...(startedAt !== undefined && { startedAt }),
    ...(finishedAt !== undefined && { finishedAt }),
    ...(error !== undefined && { lastError: error }),
    ...(note && entry.note !== undefined && { lastAttempt: entry.note }),
  };
}
