import { oneOf, type Static, T, type TSchema } from "@postern/core";
import { described } from "@postern/kit/fields";
import { withColumns } from "@postern/kit/paging";

export const Site = T.String({ pattern: "^site_[0-9a-f]{24}$", description: "Id of a gateway's store" });
export const DomainId = T.String({ minLength: 1, maxLength: 64, description: "Group whose records are exchanged" });
/** The groups that a command is about. */
export const domainsOf = <Item extends TSchema>(item: Item, description: string) =>
  T.Optional(T.Array(item, { description, minItems: 1, maxItems: 100, uniqueItems: true }));
/** Short enough for a key of the store, including its prefix. */
export const Name = T.Array(T.String({ minLength: 1, maxLength: 1_024 }), {
  minItems: 1,
  maxItems: 6,
  description: "Name of the record on all gateways: its kind, followed by its id",
});
export const Vector = T.Record(T.String(), T.Integer({ minimum: 1, maximum: 2 ** 48 }), {
  maxProperties: 256,
  description: "Version vector: number of changes per gateway",
});
export const Wire = T.Record(T.String(), T.Unknown(), {
  description: "Content of the record; absent if it was removed",
});
export const Cursor = T.String({
  pattern: "^[0-9]{1,15}\\.[0-9]{1,15}$",
  description: "Position in the changes of a gateway",
  examples: ["12.40"],
});

/** A record in transit. */
export const Parcel = T.Object({ domain: DomainId, name: Name, vector: Vector, wire: T.Optional(Wire) });
export type Parcel = Static<typeof Parcel>;

/** Limits of a request. A larger record is sent alone. */
export const MAX_RECORDS = 200;
export const MAX_BYTES = 768 * 1024;
/** Maximum bytes of a request or response: one record of maximum size with everything in it escaped. */
export const MAX_BODY = 16 * 2 ** 20;

/** A record of a page; the page has the group. */
export const PagedParcel = T.Omit(Parcel, ["domain"]);

export const Page = T.Object({
  domain: DomainId,
  kind: T.String({ description: "Kind of the records" }),
  cursor: T.Optional(Cursor),
  more: T.Boolean({ description: "Whether there are more changes after the cursor" }),
  left: T.Optional(T.Integer({ description: "Number of changes after the cursor, counted up to 10,000" })),
  records: T.Array(PagedParcel, { description: "The records" }),
});

export const Pulled = T.Object({
  site: Site,
  installation: T.Optional(
    T.String({
      pattern: Site.pattern as string,
      description: "Id of the gateway before it was restored from a backup; absent if it is `site`",
    }),
  ),
  newest: T.String({
    description: "Number of the newest change; sync/wait responds when there is a newer one",
  }),
  domains: T.Array(T.String(), { description: "Groups enabled on this gateway" }),
  pages: T.Array(Page, { description: "One page for each kind of records" }),
});
export type Pulled = Static<typeof Pulled>;

/**
 * The response as it is validated: records are checked individually, so that an invalid one does not block the others.
 */
export const Received = T.Object({
  ...Pulled.properties,
  pages: T.Array(
    T.Object({
      ...Page.properties,
      records: T.Array(T.Unknown(), { description: "The records", maxItems: MAX_RECORDS }),
    }),
    { description: "One page for each kind of records" },
  ),
});
export type Received = Static<typeof Received>;

/** A record in a comparison. */
export const Entry = T.Object({
  name: Name,
  digest: T.Optional(T.String({ description: "Digest of its content; absent if it was removed" })),
  vector: Vector,
});
export type Entry = Static<typeof Entry>;

export const Compared = T.Object({
  isLooking: T.Boolean({
    description:
      "Whether existing records are still being scanned; until then, missing records do not count as differences",
  }),
  sums: T.Optional(T.Array(T.Integer(), { description: "Checksum of each bucket" })),
  entries: T.Optional(T.Array(Entry, { description: "The records in the requested buckets" })),
  next: T.Optional(
    T.Array(T.String(), { description: "Pass it as `after` to get the next page; absent on the last page" }),
  ),
});
export type Compared = Static<typeof Compared>;

/** Maximum number of records requested by name. */
export const MAX_NAMES = 100;
export const Fetched = T.Object({ records: T.Array(PagedParcel, { description: "The records" }) });
export type Fetched = Static<typeof Fetched>;

export const Result = T.Object({
  status: described(oneOf("acked", "skipped", "failed", "refused"), "Outcome for the record"),
  reason: T.Optional(T.String({ description: "Reason for the outcome" })),
});
export const Pushed = T.Object({
  site: Site,
  results: T.Array(Result, { description: "Outcomes, in the order of the records" }),
});
export type Pushed = Static<typeof Pushed>;

export const Counters = T.Object({
  dead: T.Integer({ description: "Number of dead entries, which must be retried or discarded manually" }),
  failed: T.Integer({ description: "Number of failed entries, which will be retried" }),
  pending: T.Integer({ description: "Number of changes still to be exchanged, counted up to 10,000" }),
  acked: T.Optional(T.Integer({ description: "Number of records accepted by the other gateway since it was linked" })),
  applied: T.Optional(T.Integer({ description: "Number of records applied since the gateways were linked" })),
  leased: T.Optional(T.Integer({ description: "Number of entries being processed" })),
  sent: T.Optional(T.Integer({ description: "Number of records sent since the gateways were linked" })),
  skipped: T.Optional(T.Integer({ description: "Number of records that the receiver already had" })),
});

export const LinkState = oneOf("starting", "running", "waiting", "stopped");

export const Link = T.Object({
  consoleUrl: T.String({ description: "URL of the other gateway" }),
  connection: T.String({ description: "Id of the credential connection whose secret is a key of the other gateway" }),
  installationId: Site,
  state: described(LinkState, "State of the link"),
  reason: T.Optional(T.String({ description: "Why the link is not running" })),
  linkedAt: T.Integer({ description: "When the gateways were linked, in Unix milliseconds" }),
});
export type Link = Static<typeof Link>;

export const Domain = T.Object({
  id: DomainId,
  kinds: T.Array(T.String(), { description: "Kinds of records in the group" }),
  enabled: T.Boolean({ description: "Whether sync is enabled for the group" }),
  enabledAt: T.Optional(T.Integer({ description: "When it was enabled, in Unix milliseconds" })),
  scanning: T.Optional(T.Boolean({ description: "Whether existing records are still being scanned" })),
  records: T.Integer({ description: "Number of tracked records, including removed ones, counted up to 10,000" }),
});

export const domainColumns = {
  id: "plain",
  enabled: "plain",
  records: "plain",
  scanning: ["plain", 1],
  kinds: ["text", 2],
  enabledAt: ["ago", 3],
} as const;

/** The answer of what changes which groups are exchanged. */
export const Domains = T.Object({
  domains: withColumns(
    T.Array(Domain, { description: "All groups that support sync, with their state" }),
    domainColumns,
  ),
});

export const ConflictSummary = T.Object({
  id: T.String({ description: "Id of the conflict", pattern: "^conflict_[0-9a-f]{24}$" }),
  domain: DomainId,
  name: Name,
  site: T.String({ description: "Id of the gateway with the other version" }),
  winner: described(
    oneOf("here", "there"),
    "Whether the version of this gateway (`here`) or of the other (`there`) was kept",
  ),
  loser: described(oneOf("record", "removal"), "Whether the losing version is a record or a removal"),
  foundAt: T.Integer({ description: "When it was found, in Unix milliseconds" }),
});
export const Conflict = T.Object({
  ...ConflictSummary.properties,
  current: T.Optional(Wire),
  lost: T.Optional(Wire),
});
