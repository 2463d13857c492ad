import { defineCollection, defineCounter, defineRecord, defineSortedSet, type Static, T } from "@postern/core";
import { nameKey } from "@postern/kit/paging";
import type { LeaderLease } from "@postern/kit/queue";
import { Rule } from "./schemas.ts";

const RuleRecord = T.Object({
  ...Rule.properties,
  /** Number of the commit after which it sees events. */
  since: T.Integer(),
  /** Created by the process that runs the gateway, which has no key and may read everything. */
  isOwn: T.Optional(T.Boolean()),
});
export type RuleRecord = Static<typeof RuleRecord>;

export const rules = defineCollection("rules.rule", {
  schema: RuleRecord,
  key: ({ id }) => [id],
  indexes: {
    byOwner: ({ contextId, name }) => [contextId, name],
    byExactName: ({ name, id }) => [name, id],
    byName: ({ name }) => nameKey(name),
    byStatus: ({ status }) => [status],
    byReason: ({ statusReason }) => (statusReason === undefined ? undefined : [statusReason]),
  },
  unique: ["byOwner"],
});

/** Increased by each change of a rule, so that every process notices it. */
export const ruleChanges = defineCounter("rules.changes");

const place = { number: T.Integer(), place: T.Integer() };

/**
 * Events that rules matched, kept until their last run has ended: the journal may discard them earlier. Those that are
 * too large for a copy have no data.
 */
export const keptEvents = defineCollection("rules.event", {
  schema: T.Object({
    /** The event's id is `number.place`. */
    ...place,
    /** When it was copied, in Unix milliseconds. */
    at: T.Number(),
    type: T.String(),
    source: T.String(),
    subject: T.Optional(T.String()),
    time: T.String(),
    actor: T.String(),
    correlationId: T.Optional(T.String()),
    causationId: T.Optional(T.String()),
    depth: T.Optional(T.Integer()),
    traceparent: T.Optional(T.String()),
    isLarge: T.Optional(T.Boolean()),
    data: T.Optional(T.Unknown()),
  }),
  key: ({ number, place }) => [number, place],
  indexes: { byAge: ({ at }) => [at] },
});

/** Matches that have no run yet, in the order of the events: each is removed in the commit that adds its last run. */
export const matched = defineCollection("rules.matched", {
  schema: T.Object({ ...place, rules: T.Array(T.String()) }),
  key: ({ number, place }) => [number, place],
});

/** The last matching event of each rule that waits for further ones. */
export const debounced = defineCollection("rules.debounced", {
  schema: T.Object({
    ruleId: T.String(),
    ...place,
    /** Number of matching events so far. */
    events: T.Integer(),
    /** When it runs, and its delay: a clock that is set back must not prolong it. */
    dueAt: T.Number(),
    delay: T.Number(),
  }),
  key: ({ ruleId }) => [ruleId],
  indexes: { byDue: ({ dueAt }) => [dueAt] },
});

/** Who needs a kept event: a run, or a rule that waits for further events. */
const NeedRecord = T.Object({
  ...place,
  /** Id of the run, or `debounced:` and the id of the rule. */
  of: T.String(),
  ruleId: T.String(),
  at: T.Number(),
  /** Number of matching events that the run is about. */
  events: T.Integer(),
  /** When the first attempt began, and with which key, which must be the same in each. */
  startedAt: T.Optional(T.Number()),
  actionContextId: T.Optional(T.String()),
  /** Number of times it failed for good, and was asked for again. */
  round: T.Optional(T.Integer()),
});
export type NeedRecord = Static<typeof NeedRecord>;
export const needs = defineCollection("rules.need", {
  schema: NeedRecord,
  key: ({ number, place, of }) => [number, place, of],
  indexes: { byAge: ({ at }) => [at], byRule: ({ ruleId, at }) => [ruleId, at] },
});

/** When the last runs of a rule with a limit were due. */
export const recentRuns = defineCollection("rules.recent-run", {
  schema: T.Object({ ruleId: T.String(), times: T.Array(T.Number()) }),
  key: ({ ruleId }) => [ruleId],
});

/** How often rules have run in a chain of causes, by the first event of the chain. */
export const chains = defineCollection("rules.chain", {
  schema: T.Object({ correlationId: T.String(), runs: T.Integer(), at: T.Number() }),
  key: ({ correlationId }) => [correlationId],
  indexes: { byAge: ({ at }) => [at] },
});

export const KINDS = ["run", "failure", "skip", "filterError"] as const;
export type Kind = (typeof KINDS)[number];

/** What rules did, by rule and kind. */
export const counts = defineCounter("rules.count");

/** The last of each kind, by rule. Without an index, so that concurrent runs of a rule do not conflict. */
export const lasts = defineCollection("rules.last", {
  schema: T.Object({
    ruleId: T.String(),
    kind: T.String(),
    at: T.Number(),
    text: T.Optional(T.String()),
    runId: T.Optional(T.String()),
    status: T.Optional(T.String()),
  }),
  key: ({ ruleId, kind }) => [ruleId, kind],
});

/** Rules with problems by the time of the last one: members are the kind and the rule. */
export const problems = defineSortedSet("rules.problem");

/** Which process adds the runs of all rules. */
export const dispatchLease = defineRecord<LeaderLease>("rules.dispatch-lease");
