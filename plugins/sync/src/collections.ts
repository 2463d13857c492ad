import { defineCollection, defineCounter, type Static, T } from "@postern/core";
import { Link, Name, Vector, Wire } from "./schemas.ts";

const TrackedRecord = T.Object({
  domain: T.String(),
  name: Name,
  vector: Vector,
  /** Of the record as it travels; absent where it was removed. */
  digest: T.Optional(T.String()),
  /** Members of the record that this version does not know. */
  extra: T.Optional(Wire),
  /** What it is counted with in its bucket; absent where it was noted before there were buckets. */
  sum: T.Optional(T.Integer()),
  /** The commit that noted the change, and its turn within that. */
  number: T.Number(),
  turn: T.Integer(),
  /** The gateway that has it with this very vector, for it came from there. */
  from: T.Optional(T.String()),
});
export type TrackedRecord = Static<typeof TrackedRecord>;

/** What is known of each record. By its index it is the feed of changes: a record stands there once, with its newest. */
export const tracked = defineCollection("sync.tracked", {
  schema: TrackedRecord,
  key: ({ domain, name }) => [domain, ...name],
  indexes: { byChange: ({ domain, name, number, turn }) => [domain, name[0] as string, number, turn] },
});

const DomainRecord = T.Object({
  id: T.String(),
  enabledAt: T.Number(),
  /** Where the look at what there is stands: at the records of a kind, or (`again`) at what was known of it before. */
  scan: T.Optional(
    T.Object({ kind: T.Optional(T.String()), after: T.Optional(T.String()), again: T.Optional(T.Literal(true)) }),
  ),
  /** Its group did not run when this gateway did: what happened meanwhile was not followed. */
  isAway: T.Optional(T.Literal(true)),
  /** Which members of its records the version knew that last looked through them. */
  shape: T.Optional(T.String()),
  /** All that is known of it is counted in its buckets, or will be by the look at what there is. */
  isCounted: T.Optional(T.Literal(true)),
});
export type DomainRecord = Static<typeof DomainRecord>;

/** The groups that are enabled. */
export const enabledDomains = defineCollection("sync.domain", { schema: DomainRecord, key: ({ id }) => [id] });

const LinkRecord = T.Object({
  id: T.Literal("link"),
  ...Link.properties,
  /** Why it was last not running, also when it runs again. */
  lastError: T.Optional(T.String()),
  lastErrorAt: T.Optional(T.Number()),
  /** When an exchange succeeded after that. */
  recoveredAt: T.Optional(T.Number()),
  /** The other gateway's id in vectors, where it was restored and this is not its own id any longer. */
  site: T.Optional(T.String()),
  /** When both were last compared, and the ids in vectors that they had. */
  compared: T.Optional(T.Object({ at: T.Number(), sites: T.String() })),
  /** When somebody last asked for an exchange by hand: what waits is tried again then. */
  nudgedAt: T.Optional(T.Number()),
  /** The principal that linked it, with whose rights records are exchanged. */
  ownerId: T.Optional(T.String()),
  /** Its context; absent where it has all rights without a key. */
  contextId: T.Optional(T.String()),
});
export type LinkRecord = Static<typeof LinkRecord>;

/** The one gateway that this one is linked to. */
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

/** How far this gateway has come with the other's changes, and the other with ours. */
export const cursors = defineCollection("sync.cursor", {
  schema: CursorRecord,
  key: ({ site, domain, kind, direction }) => [site, domain, kind, direction],
});

/** What came and could not be taken in yet; apart from its entry of the inbox, which whoever may read can list. */
export const held = defineCollection("sync.held", {
  schema: T.Object({
    id: T.String(),
    domain: T.String(),
    name: Name,
    vector: Vector,
    wire: T.Optional(Wire),
    from: T.String(),
    /** With whose rights it is taken in: the context's that linked the gateways or gave the peer its key, or all. */
    by: T.Optional(T.String()),
    at: T.Number(),
    /** Why it can never be taken in: it is not even a record. */
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

/** By group and bucket: what its records add up to. */
export const sums = defineCounter("sync.sums");

/** By box (`inbox`, `outbox`) and what became of records. */
export const tally = defineCounter("sync.tally");
