import { oneOf, type Static, T } from "@postern/core";
import { Action } from "@postern/kit/actions";
import { TYPE_GLOB } from "@postern/kit/cloudevents";
import { described, refersTo, timeZone } from "@postern/kit/fields";
import { MAX_EXPRESSION } from "./filter/limits.ts";

const SECOND = 1_000;
const DAY = 24 * 60 * 60 * SECOND;

const NAME = { minLength: 1, maxLength: 100, pattern: "^\\S(.*\\S)?$" };
export const NewName = T.String({ ...NAME, description: "Name of the rule, unique among your rules" });
/** An existing rule. */
export const RuleId = refersTo(T.String({ ...NAME, description: "Id or name of the rule" }), {
  list: "rules.list",
  names: ["name"],
});

export const Types = T.Array(T.String({ maxLength: 256, pattern: TYPE_GLOB }), {
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  description: "Event types; `*` matches one segment, `**` any number of segments",
});
export const FilterText = T.String({
  maxLength: MAX_EXPRESSION,
  description: 'Expression about `event` that is true for the wanted events, such as event.data.kind == "new"',
});
export const AllowUnknown = T.Optional(
  T.Boolean({ description: "Accept types that no enabled plugin has, for a plugin that is not enabled yet" }),
);

const closed = { additionalProperties: false };

export const On = T.Object(
  { types: Types, filter: T.Optional(FilterText) },
  { ...closed, description: "Events after which the rule runs" },
);

const time = (description: string) =>
  T.String({
    pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
    description,
    "x-must": "must be a time of day like 22:00",
  });
const milliseconds = (minimum: number, description: string) =>
  T.Integer({ minimum, maximum: 31 * DAY, description: `${description}, in milliseconds` });

export const QuietTime = T.Object(
  {
    from: time("Local time at which it begins, such as 22:00"),
    to: time("Local time at which it ends, such as 07:00"),
    timezone: timeZone({ description: "IANA time zone of both" }),
    during: T.Optional(
      described(oneOf("wait", "skip"), "`wait` (the default): runs wait for its end. `skip`: its events cause no runs"),
    ),
  },
  { ...closed, description: "Time of each day in which nothing is run" },
);

export const Rate = T.Object(
  {
    count: T.Integer({ minimum: 1, maximum: 1_000, description: "Maximum number of runs" }),
    perMs: milliseconds(SECOND, "Period in which they are counted"),
  },
  { ...closed, description: "Limit of runs; further ones are skipped and counted" },
);

export const When = T.Object(
  {
    quietTime: T.Optional(QuietTime),
    debounceMs: T.Optional(
      milliseconds(100, "Run once, with the last event, after this time without another matching event"),
    ),
    rate: T.Optional(Rate),
  },
  { ...closed, description: "When the rule runs; at once by default" },
);

/** The settings as they are stored and answered. */
export const StoredOn = T.Object(
  {
    types: T.Array(T.String(), { description: "Event types, as globs" }),
    filter: T.Optional(T.String({ description: "Expression that is true for the wanted events" })),
  },
  { description: "Events after which it runs" },
);
export type StoredOn = Static<typeof StoredOn>;

export const StoredQuietTime = T.Object(
  {
    from: T.String({ description: "Local time at which it begins" }),
    to: T.String({ description: "Local time at which it ends" }),
    timezone: T.String({ description: "IANA time zone of both" }),
    during: T.Optional(
      described(oneOf("wait", "skip"), "Whether runs wait until it ends (the default) or are skipped"),
    ),
  },
  { description: "Time of each day in which nothing is run" },
);
export type StoredQuietTime = Static<typeof StoredQuietTime>;

export const StoredRate = T.Object(
  {
    count: T.Integer({ description: "Maximum number of runs" }),
    perMs: T.Integer({ description: "Period in which they are counted, in milliseconds" }),
  },
  { description: "Limit of runs" },
);
export type StoredRate = Static<typeof StoredRate>;

export const StoredWhen = T.Object(
  {
    quietTime: T.Optional(StoredQuietTime),
    debounceMs: T.Optional(
      T.Integer({ description: "How long there must be no further matching event, in milliseconds" }),
    ),
    rate: T.Optional(StoredRate),
  },
  { description: "When it runs" },
);
export type StoredWhen = Static<typeof StoredWhen>;

export const Status = oneOf("enabled", "disabled");
export const StatusReason = oneOf("asked", "context_ended");
export type StatusReason = Static<typeof StatusReason>;

const at = (description: string) => T.Integer({ description: `${description}, in Unix milliseconds` });

export const Rule = T.Object({
  id: T.String({ description: "Id of the rule" }),
  name: T.String({ description: "Name of the rule" }),
  status: described(Status, "Status of the rule"),
  statusReason: T.Optional(
    described(StatusReason, "Why it is disabled: on request, or because its key or an ancestor has ended"),
  ),
  on: StoredOn,
  when: T.Optional(StoredWhen),
  action: described(Action, "Operation that it runs"),
  isProposal: T.Boolean({ description: "Whether each run is proposed for approval" }),
  contextId: T.String({
    description: "Id of the context that created it; it sees the events that this context may read",
  }),
  actionContextId: T.String({ description: "Id of the context as which it runs the operation" }),
  createdAt: at("When it was created"),
  updatedAt: at("When it was last updated"),
});
export type Rule = Static<typeof Rule>;

export const RunStatus = described(
  oneOf("done", "pending", "failed", "unclear", "stopped"),
  "`done`: the operation was run. `pending`: it waits for an approval. `failed`: nothing was done. `unclear`: it may have been done. `stopped`: the rule caused its own event, in a loop",
);

/** What a rule has done. */
export const ShownRule = T.Object({
  ...Rule.properties,
  runs: T.Integer({ description: "Number of runs that were done or wait for an approval" }),
  failures: T.Integer({ description: "Number of runs that failed, are unclear or were stopped" }),
  skipped: T.Integer({
    description:
      "Number of matching events without a run, because of the rate, the quiet time or the budget of their chain",
  }),
  filterErrors: T.Integer({ description: "Number of events for which the filter failed; they do not match" }),
  lastRunAt: T.Optional(at("When its last run ended")),
  lastRunId: T.Optional(T.String({ description: "Id of its last run" })),
  lastRunStatus: T.Optional(RunStatus),
  lastError: T.Optional(T.String({ description: "Its last error, of a run or of the filter" })),
  lastErrorAt: T.Optional(at("When that was")),
  lastSkipAt: T.Optional(at("When it last skipped an event")),
  lastSkipReason: T.Optional(described(oneOf("rate", "quiet_time", "chain"), "Why it skipped it")),
});
export type ShownRule = Static<typeof ShownRule>;
