import { type Static, type TObject, Type } from "@sinclair/typebox";
import { oneOf } from "../define/schema.ts";
import { described } from "../fields/fields.ts";
import { type Collection, defineCollection } from "../storage/index.ts";

export const STATUSES = ["waiting", "running", "done", "dead", "discarded"] as const;
export const Status = oneOf(...STATUSES);
export type Status = (typeof STATUSES)[number];

const Stored = Type.Object({
  id: Type.String(),
  status: Status,
  payload: Type.Unknown(),
  attempts: Type.Integer(),
  createdAt: Type.Number(),
  /** When the next attempt is due, and how long a wait that was: a clock that is set back must not prolong it. */
  dueAt: Type.Number(),
  delay: Type.Number(),
  /** Who works on it, and until when nobody else may. */
  lease: Type.Optional(Type.Object({ token: Type.String(), until: Type.Number() })),
  startedAt: Type.Optional(Type.Number()),
  finishedAt: Type.Optional(Type.Number()),
  error: Type.Optional(Type.String()),
  note: Type.Optional(Type.Unknown()),
  about: Type.Optional(Type.String()),
  /** The id of the context with whose rights it is settled; the plugin's own where there is none. */
  owner: Type.Optional(Type.String()),
  key: Type.Optional(Type.String()),
  /** Who it is for: entries for one take up no more than a share of the attempts that run at a time. */
  share: Type.Optional(Type.String()),
  /** Somebody asked for it to be tried now: no pause of its share keeps it. */
  isAsked: Type.Optional(Type.Literal(true)),
  /** Milliseconds between two runs of an entry that is never done. */
  every: Type.Optional(Type.Number()),
  /** When such an entry runs, in place of `every`: a cron expression and the IANA name of its time zone. */
  cron: Type.Optional(Type.String()),
  timeZone: Type.Optional(Type.String()),
  /** Where it stands in its lane, until it is finished: behind all of a smaller number, or of the same and a smaller turn. */
  place: Type.Optional(Type.Object({ lane: Type.String(), number: Type.Number(), turn: Type.Number() })),
  /** Others of its lane come first: it is nobody's to take, whenever it is due. */
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
 * Where an entry stands among those that will need somebody: by when it is due, or when its lease ends. Those behind
 * others of their lane are not among them, however many they are.
 */
function dueKey({ status, dueAt, lease, isBehind }: Stored) {
  if (status === "waiting") return isBehind ? undefined : [status, dueAt];
  return status === "running" && lease ? [status, lease.until] : undefined;
}

/** What the interface shows of an entry beside its payload. */
export const shownMembers = {
  id: Type.String({ description: "Its id" }),
  status: described(Status, "How far it is"),
  attempts: Type.Integer({ description: "Attempts begun so far" }),
  createdAt: Type.Integer({ description: "Unix milliseconds" }),
  nextAttemptAt: Type.Optional(Type.Integer({ description: "Unix milliseconds; while it waits for its time" })),
  startedAt: Type.Optional(Type.Integer({ description: "Of the last attempt, Unix milliseconds" })),
  finishedAt: Type.Optional(Type.Integer({ description: "Unix milliseconds" })),
  lastError: Type.Optional(Type.String({ description: "Why the last attempt failed" })),
};

/** An entry as the interface shows it: its payload, what attempts left behind, and how it stands. */
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
