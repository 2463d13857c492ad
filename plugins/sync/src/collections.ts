import { defineCollection, defineCounter, defineRecord, type Static, T } from "@postern/core";
import type { LeaderLease } from "@postern/kit/queue";
import { Link, Name, Vector, Wire } from "./schemas.ts";

const TrackedRecord = T.Object({
  domain: T.String(),
  name: Name,
  vector: Vector,
  /** Digest of the record in transit; absent if it was removed. */
  digest: T.Optional(T.String()),
  /** Fields of the record that this version does not know. */
  extra: T.Optional(Wire),
  /** Its checksum in its bucket; absent if it was recorded before buckets existed. */
  sum: T.Optional(T.Integer()),
  /** The number of the commit that recorded the change, and the position within the commit. */
  number: T.Number(),
  turn: T.Integer(),
  /** The gateway that sent this version and therefore already has it. */
  from: T.Optional(T.String()),
});
export type TrackedRecord = Static<typeof TrackedRecord>;

/**
 * The tracked state of each record. Its index is the feed of changes, which contains each record once with its latest
 * change.
 */
export const tracked = defineCollection("sync.tracked", {
  schema: TrackedRecord,
  key: ({ domain, name }) => [domain, ...name],
  indexes: { byChange: ({ domain, name, number, turn }) => [domain, name[0] as string, number, turn] },
});

const DomainRecord = T.Object({
  id: T.String(),
  enabledAt: T.Number(),
  /** The position of the scan: in the records of a kind, or (`again`) afterwards in the tracked records. */
  scan: T.Optional(
    T.Object({ kind: T.Optional(T.String()), after: T.Optional(T.String()), again: T.Optional(T.Literal(true)) }),
  ),
  /** Its group was not enabled while this gateway ran, so its changes were not tracked. */
  isAway: T.Optional(T.Literal(true)),
  /** Digest of the record schemas at the last scan. */
  shape: T.Optional(T.String()),
  /** All its tracked records are counted in buckets, or will be by the running scan. */
  isCounted: T.Optional(T.Literal(true)),
});
export type DomainRecord = Static<typeof DomainRecord>;

/** The groups that are enabled. */
export const enabledDomains = defineCollection("sync.domain", { schema: DomainRecord, key: ({ id }) => [id] });

const LinkRecord = T.Object({
  id: T.Literal("link"),
  ...Link.properties,
  /** The last reason why it was not running, kept after it recovers. */
  lastError: T.Optional(T.String()),
  lastErrorAt: T.Optional(T.Number()),
  /** When an exchange succeeded after `lastErrorAt`. */
  recoveredAt: T.Optional(T.Number()),
  /** The other gateway's id in version vectors, if it was restored and this id differs from its installation id. */
  site: T.Optional(T.String()),
  /** When both gateways were last compared, and their ids in version vectors. */
  compared: T.Optional(T.Object({ at: T.Number(), sites: T.String() })),
  /** When an exchange was last requested manually, which ends the wait after an error. */
  nudgedAt: T.Optional(T.Number()),
  /** Whether an admin has named the other gateway: then it may be at a private address. */
  isPrivate: T.Optional(T.Boolean()),
  /** The principal that created the link. */
  ownerId: T.Optional(T.String()),
  /** The context whose rights the exchange has; absent if it has all rights without a key. */
  contextId: T.Optional(T.String()),
});
export type LinkRecord = Static<typeof LinkRecord>;

/** The linked gateway; there is at most one. */
export const links = defineCollection("sync.link", {
  schema: LinkRecord,
  key: ({ id }) => [id],
});

const CursorRecord = T.Object({
  site: T.String(),
  domain: T.String(),
  kind: T.String(),
  direction: T.String(),
  value: T.String(),
  updatedAt: T.Number(),
  left: T.Optional(T.Integer()),
});
export type CursorRecord = Static<typeof CursorRecord>;

/** Positions of this gateway in the other's changes, and of the other in ours. */
export const cursors = defineCollection("sync.cursor", {
  schema: CursorRecord,
  key: ({ site, domain, kind, direction }) => [site, domain, kind, direction],
});

/**
 * Received records that could not be applied yet. Stored apart from the inbox entries, which readers of the group can
 * list.
 */
export const held = defineCollection("sync.held", {
  schema: T.Object({
    id: T.String(),
    domain: T.String(),
    name: Name,
    vector: Vector,
    wire: T.Optional(Wire),
    from: T.String(),
    /** The rights with which it is applied: the context of the link or of the peer's key, or "all". */
    by: T.Optional(T.String()),
    at: T.Number(),
    /** Why it can never be applied: it is not a valid record. */
    fault: T.Optional(T.String()),
    /** The record that it waits for. */
    waits: T.Optional(T.String()),
  }),
  key: ({ id }) => [id],
  indexes: {
    byWait: ({ domain, waits }) => (waits === undefined ? undefined : [domain, waits]),
    byAge: ({ at }) => [at],
  },
});

const ConflictRecord = T.Object({
  id: T.String(),
  domain: T.String(),
  name: Name,
  site: T.String(),
  kept: T.Union([T.Literal("here"), T.Literal("there")]),
  lost: T.Optional(Wire),
  at: T.Number(),
});
export type ConflictRecord = Static<typeof ConflictRecord>;

export const conflicts = defineCollection("sync.conflict", {
  schema: ConflictRecord,
  key: ({ id }) => [id],
  indexes: {
    byAge: ({ domain, at }) => [
      ["all", at],
      ["one", domain, at],
    ],
  },
});

/** Checksums by group and bucket. */
export const sums = defineCounter("sync.sums");

/** Number of records by box (`inbox`, `outbox`) and outcome. */
export const tally = defineCounter("sync.tally");

/** Which process scans the records of groups. */
export const scanLease = defineRecord<LeaderLease>("sync.scan-lease");
