import { oneOf, type Static, T } from "@postern/core";
import { always, described } from "@postern/core/fields";

const Option = {
  name: T.String({ description: "Its name", minLength: 1, maxLength: 200 }),
  color: T.Optional(T.String({ description: "A color, by name or as #3a7bd5", minLength: 1, maxLength: 32 })),
  archived: T.Optional(T.Boolean({ description: "Kept where it stands, and no longer offered" })),
  group: T.Optional(T.String({ minLength: 1, maxLength: 64, description: "For a status: like todo, doing, done" })),
};
const OptionId = T.String({ pattern: "^opt_[0-9a-f]{24}$", description: "Keeps an option that is there" });
const approver = {
  kind: described(oneOf("user", "agent", "role"), "Its kind"),
  userId: T.Optional(T.String({ maxLength: 128, description: "Of a user or agent; empty for a role" })),
};
const ApproverInput = T.Object(
  {
    ...approver,
    minRole: T.Optional(described(oneOf("member", "admin", ""), "The least role that may approve")),
  },
  { additionalProperties: false },
);
const Approver = T.Object({
  ...approver,
  minRole: T.Optional(described(oneOf("member", "admin"), "The least role that may approve")),
});
export const ShownApprover = T.Object({
  kind: approver.kind,
  userId: always(T.String({ description: "Of a user or agent" })),
  minRole: always(described(oneOf("member", "admin", ""), "The least role that may approve")),
});
const keys = (description: string) =>
  T.Array(T.String({ minLength: 1, maxLength: 128 }), { maxItems: 200, uniqueItems: true, description });

const settings = {
  agent: T.Optional(T.String({ minLength: 1, maxLength: 128, description: "agent: who fills it" })),
  currency: T.Optional(T.String({ pattern: "^[A-Z]{3}$", description: "number with format currency: ISO 4217" })),
  format: T.Optional(
    T.String({ minLength: 1, maxLength: 32, description: "number: plain, currency, percent; date: iso, eu, us" }),
  ),
  instructions: T.Optional(T.String({ minLength: 1, maxLength: 10_000, description: "agent: what to fill in" })),
  output: T.Optional(described(oneOf("text", "number", "checkbox", "date"), "The type of the result")),
  includeTime: T.Optional(T.Boolean({ description: "date: with the time of day" })),
  precision: T.Optional(T.Integer({ minimum: 0, maximum: 10, description: "number: decimals at most" })),
  inputs: T.Optional(keys("agent: the properties it looks at")),
  resetOn: T.Optional(keys("agent: a change of these empties it")),
};

/** What a property takes as its configuration. Which members a type has is checked by its rules. */
export const ConfigInput = T.Object(
  {
    ...settings,
    approvers: T.Optional(
      T.Array(ApproverInput, { description: "Who may approve: roles, users or agents", maxItems: 50 }),
    ),
    options: T.Optional(
      T.Array(T.Object({ id: T.Optional(OptionId), ...Option }, { additionalProperties: false }), {
        description: "The options",
        maxItems: 500,
      }),
    ),
  },
  { additionalProperties: false },
);
export type ConfigInput = Static<typeof ConfigInput>;

export const Config = T.Object({
  ...settings,
  approvers: T.Optional(T.Array(Approver, { description: "Who may approve: roles, users or agents", maxItems: 50 })),
  options: T.Optional(
    T.Array(T.Object({ id: T.String({ description: "Its id" }), ...Option }), { description: "The options" }),
  ),
});
export type Config = Static<typeof Config>;

export const ShownOption = T.Object({
  id: T.String({ description: "Its id" }),
  ...Option,
  color: always(T.String({ description: "A color, by name or as #3a7bd5" }), "gray", "none is set"),
});
/** A configuration as callers see it. */
export const ShownConfig = T.Object(
  {
    ...settings,
    approvers: T.Optional(T.Array(ShownApprover, { description: "Who may approve: roles, users or agents" })),
    options: T.Optional(T.Array(ShownOption, { description: "The options" })),
  },
  { description: "The settings that its type has; a setting that is not set is absent" },
);
