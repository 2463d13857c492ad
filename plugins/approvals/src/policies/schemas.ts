import { oneOf, type Static, T } from "@postern/core";
import { described, refersTo, timeZone } from "@postern/kit/fields";

export const PolicyId = refersTo(T.String({ pattern: "^pol_[0-9a-f]{24}$", description: "Id of the policy" }), {
  list: "approvals.policies.list",
  names: ["name"],
});

const listOfTexts = (pattern: string, description: string) =>
  T.Array(T.String({ minLength: 1, maxLength: 128, pattern }), {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description,
  });
const ID = "^[A-Za-z0-9][A-Za-z0-9._~:-]*$";

export const OPERATION_GLOB = "^([a-z0-9-]+|\\*\\*?)(\\.([a-z0-9-]+|\\*\\*?)){0,7}$";

const Limit = T.Object(
  {
    path: T.String({
      minLength: 1,
      maxLength: 200,
      pattern: "^[A-Za-z0-9_-]+(\\.[A-Za-z0-9_-]+){0,15}$",
      description: "Member of the input, such as `amount` or `invoice.total`",
    }),
    atLeast: T.Optional(T.Number({ description: "Smallest number, length of a text or number of items" })),
    atMost: T.Optional(T.Number({ description: "Largest number, length of a text or number of items" })),
  },
  { additionalProperties: false },
);

const Hours = T.Object(
  {
    timezone: timeZone({ description: "IANA time zone" }),
    from: T.String({ pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$", description: "Start, such as 09:00" }),
    to: T.String({
      pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$",
      description: "End, such as 17:00; may be on the next day",
    }),
    days: T.Optional(
      T.Array(oneOf("mon", "tue", "wed", "thu", "fri", "sat", "sun"), {
        minItems: 1,
        uniqueItems: true,
        description: "Days on which the time starts (default: all)",
      }),
    ),
  },
  { additionalProperties: false },
);

/** What a policy is about: all that is given must hold. */
export const Match = T.Object(
  {
    operations: T.Array(T.String({ maxLength: 128, pattern: OPERATION_GLOB }), {
      minItems: 1,
      maxItems: 50,
      uniqueItems: true,
      description: "Ids of operations; `*` matches one part, `**` any number of parts",
    }),
    effects: T.Optional(
      T.Array(oneOf("write", "external", "destroy"), { minItems: 1, uniqueItems: true, description: "Effects" }),
    ),
    agents: T.Optional(listOfTexts(ID, "Ids of the agents that call")),
    principals: T.Optional(listOfTexts(ID, "Ids of the principals that call, such as `agent:scout`")),
    contexts: T.Optional(
      listOfTexts(ID, "Ids of the contexts that call, or that the calling context was derived from"),
    ),
    resources: T.Optional(
      listOfTexts(
        ID,
        "Ids of the resources. `allow`: all resources of the call must be among them; otherwise one, and a call whose resources are unknown matches too",
      ),
    ),
    limits: T.Optional(T.Array(Limit, { minItems: 1, maxItems: 20, description: "Limits of members of the input" })),
    inputAtMost: T.Optional(T.Integer({ minimum: 0, description: "Longest input, in characters of JSON" })),
    hours: T.Optional(described(Hours, "Time of day")),
  },
  { additionalProperties: false },
);
export type Match = Static<typeof Match>;

export const Action = described(
  oneOf("allow", "propose", "deny"),
  "`allow`: execute, even for propose-only keys; `propose`: wait for approval; `deny`: refuse",
);
export const Name = T.String({ minLength: 1, maxLength: 200, description: "Name of the policy" });
export const Quorum = T.Integer({ minimum: 1, maximum: 20, description: "Number of required approvals" });
export const Approvers = T.Array(
  T.String({
    maxLength: 160,
    pattern: "^(user:(ctx|usr)_[0-9a-z]+|agent:[A-Za-z0-9][A-Za-z0-9._-]*)$",
    "x-must": "must be the id of a principal: user:<id> or agent:<agent id>",
  }),
  {
    minItems: 1,
    maxItems: 50,
    uniqueItems: true,
    description:
      "Who may approve: ids of principals, as `postern context principals list` shows them (default: every person that may decide)",
  },
);
export const ExpiresAfterMs = T.Integer({
  minimum: 60_000,
  maximum: 30 * 24 * 60 * 60_000,
  description: "Milliseconds until an undecided approval expires",
});
export const Reason = T.String({ minLength: 1, maxLength: 500, description: "Why the policy exists" });

export const Policy = T.Object({
  id: T.String({ description: "Id of the policy" }),
  name: Name,
  position: T.Integer({ description: "Position in the order: the first policy that matches decides" }),
  enabled: T.Boolean({ description: "Whether the policy is enabled" }),
  match: described(Match, "Calls that the policy covers: every given condition must hold"),
  action: Action,
  quorum: T.Optional(Quorum),
  approvers: T.Optional(Approvers),
  expiresAfterMs: T.Optional(ExpiresAfterMs),
  reason: T.Optional(Reason),
  createdAt: T.Integer({ description: "Creation time in Unix milliseconds" }),
  updatedAt: T.Integer({ description: "Last change in Unix milliseconds" }),
  createdBy: T.String({ description: "Id of the context that created it" }),
});
export type Policy = Static<typeof Policy>;
