import { oneOf, type Static, T } from "@postern/core";
import { described } from "@postern/core/fields";

export const Site = T.String({ pattern: "^site_[0-9a-f]{24}$", description: "A gateway's own id for its store" });
export const DomainId = T.String({ minLength: 1, maxLength: 64, description: "A group whose records are exchanged" });
/** One name of the store must hold it, with what stands before it. */
export const Name = T.Array(T.String({ minLength: 1, maxLength: 1_024 }), {
  minItems: 1,
  maxItems: 6,
  description: "What names the record on every gateway: its kind, then its own name",
});
export const Vector = T.Record(T.String(), T.Integer({ minimum: 1, maximum: 2 ** 48 }), {
  maxProperties: 256,
  description: "How many changes of each gateway it holds",
});
export const Wire = T.Record(T.String(), T.Unknown(), { description: "The record; absent where it was removed" });
export const Cursor = T.String({
  pattern: "^[0-9]{1,15}\\.[0-9]{1,15}$",
  description: "How far somebody has come",
  examples: ["12.40"],
});

/** A record on its way. */
export const Parcel = T.Object({ domain: DomainId, name: Name, vector: Vector, wire: T.Optional(Wire) });
export type Parcel = Static<typeof Parcel>;

/** Records that go in one request at most, and bytes of them; a larger record goes alone. */
export const MOST_RECORDS = 200;
export const MOST_BYTES = 768 * 1024;
/** Bytes of a request or an answer: one record of the largest kind there is, with everything in it escaped. */
export const MOST_BODY = 16 * 2 ** 20;

/** A record of a page, which names the group for all of its records. */
export const PagedParcel = T.Omit(Parcel, ["domain"]);

export const Page = T.Object({
  domain: DomainId,
  kind: T.String({ description: "Its kind" }),
  cursor: T.Optional(Cursor),
  more: T.Boolean({ description: "Whether there is more after the cursor" }),
  left: T.Optional(T.Integer({ description: "How many changes come after the cursor, counted up to 10,000" })),
  records: T.Array(PagedParcel, { description: "The records" }),
});

export const Pulled = T.Object({
  site: Site,
  installation: T.Optional(
    T.String({
      pattern: Site.pattern as string,
      description: "What the gateway's id was before it was restored; absent where it is `site`",
    }),
  ),
  newest: T.String({
    description: "The number of the newest change here; sync/wait answers once there is a newer one",
  }),
  domains: T.Array(T.String(), { description: "The groups that are enabled here" }),
  pages: T.Array(Page, { description: "One page for each kind of record" }),
});
export type Pulled = Static<typeof Pulled>;

/** The same as it is read: each record is judged by itself, so that one that is broken does not keep the others out. */
export const Received = T.Object({
  ...Pulled.properties,
  pages: T.Array(
    T.Object({
      ...Page.properties,
      records: T.Array(T.Unknown(), { description: "The records", maxItems: MOST_RECORDS }),
    }),
    { description: "One page for each kind of record" },
  ),
});
export type Received = Static<typeof Received>;

/** A record as it is compared. */
export const Entry = T.Object({
  name: Name,
  digest: T.Optional(T.String({ description: "Of its content; absent where it was removed" })),
  vector: Vector,
});
export type Entry = Static<typeof Entry>;

export const Compared = T.Object({
  isLooking: T.Boolean({
    description: "Whether what there is is still being looked through: then nothing is missing yet",
  }),
  sums: T.Optional(T.Array(T.Integer(), { description: "Of the records of each bucket" })),
  entries: T.Optional(T.Array(Entry, { description: "The entries" })),
  next: T.Optional(T.Array(T.String(), { description: "To be given as `after`; absent at the end" })),
});
export type Compared = Static<typeof Compared>;

/** Records that are asked for by their names at a time. */
export const MOST_NAMED = 100;
export const Fetched = T.Object({ records: T.Array(PagedParcel, { description: "The records" }) });
export type Fetched = Static<typeof Fetched>;

export const Result = T.Object({
  status: described(oneOf("acked", "skipped", "failed", "refused"), "Its status"),
  reason: T.Optional(T.String({ description: "Why, in one sentence" })),
});
export const Pushed = T.Object({
  site: Site,
  results: T.Array(Result, { description: "In the order of the records" }),
});
export type Pushed = Static<typeof Pushed>;

export const Counters = T.Object({
  dead: T.Integer({ description: "Given up; to be retried or discarded by hand" }),
  failed: T.Integer({ description: "Not taken so far; tried again" }),
  pending: T.Integer({ description: "Still to be exchanged, counted up to 10,000" }),
  acked: T.Optional(T.Integer({ description: "Taken by the other side, since it was linked" })),
  applied: T.Optional(T.Integer({ description: "Taken in, since it was linked" })),
  leased: T.Optional(T.Integer({ description: "At work" })),
  sent: T.Optional(T.Integer({ description: "Sent, since it was linked" })),
  skipped: T.Optional(T.Integer({ description: "Known to whom they came already" })),
});

export const LinkState = oneOf("starting", "running", "waiting", "stopped");

export const Link = T.Object({
  consoleUrl: T.String({ description: "The address of the other gateway" }),
  connection: T.String({ description: "Id of the connection whose secret is a key of the other gateway" }),
  installationId: Site,
  state: described(LinkState, "Its state"),
  reason: T.Optional(T.String({ description: "Why it is not running" })),
  linkedAt: T.Integer({ description: "Unix milliseconds" }),
});
export type Link = Static<typeof Link>;

export const Domain = T.Object({
  id: DomainId,
  kinds: T.Array(T.String(), { description: "The kinds" }),
  enabled: T.Boolean({ description: "Whether it is switched on" }),
  enabledAt: T.Optional(T.Integer({ description: "Unix milliseconds" })),
  looking: T.Optional(T.Boolean({ description: "Whether what there was before is still being looked through" })),
  records: T.Integer({ description: "Records that are known to sync, removed ones included, counted up to 10,000" }),
});

export const ConflictSummary = T.Object({
  id: T.String({ description: "Its id", pattern: "^conflict_[0-9a-f]{24}$" }),
  domain: DomainId,
  name: Name,
  site: T.String({ description: "The gateway that has the other version" }),
  kept: described(oneOf("here", "there"), "Whose record was kept"),
  lostIs: described(oneOf("record", "removal"), "Whether what was not kept is a record or a removal"),
  at: T.Integer({ description: "Unix milliseconds" }),
});
export const Conflict = T.Object({
  ...ConflictSummary.properties,
  current: T.Optional(Wire),
  lost: T.Optional(Wire),
});
