import { oneOf, type Static, T } from "@postern/core";
import { always } from "@postern/core/answers";

const Option = {
  name: T.String({ minLength: 1, maxLength: 200 }),
  color: T.Optional(T.String({ minLength: 1, maxLength: 32 })),
  archived: T.Optional(T.Boolean({ description: "Kept where it stands, and no longer offered" })),
  group: T.Optional(T.String({ minLength: 1, maxLength: 64, description: "For a status: like todo, doing, done" })),
};
const OptionId = T.String({ pattern: "^opt_[0-9a-f]{24}$", description: "Keeps an option that is there" });
const approver = {
  kind: oneOf("user", "agent", "role"),
  userId: T.Optional(T.String({ maxLength: 128, description: "Of a user or agent; empty for a role" })),
};
const ApproverInput = T.Object(
  {
    ...approver,
    minRole: T.Optional(oneOf("member", "admin", "")),
  },
  { additionalProperties: false },
);
const Approver = T.Object({ ...approver, minRole: T.Optional(oneOf("member", "admin")) });
export const ShownApprover = T.Object({
  kind: approver.kind,
  userId: always(T.String({ description: "Of a user or agent" })),
  minRole: always(oneOf("member", "admin", "")),
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
  output: T.Optional(oneOf("text", "number", "checkbox", "date")),
  includeTime: T.Optional(T.Boolean({ description: "date: with the time of day" })),
  precision: T.Optional(T.Integer({ minimum: 0, maximum: 10, description: "number: decimals at most" })),
  inputs: T.Optional(keys("agent: the properties it looks at")),
  resetOn: T.Optional(keys("agent: a change of these empties it")),
};

/** What a property takes as its configuration. Which members a type has is checked by its rules. */
export const ConfigInput = T.Object(
  {
    ...settings,
    approvers: T.Optional(T.Array(ApproverInput, { maxItems: 50 })),
    options: T.Optional(
      T.Array(T.Object({ id: T.Optional(OptionId), ...Option }, { additionalProperties: false }), { maxItems: 500 }),
    ),
  },
  { additionalProperties: false },
);
export type ConfigInput = Static<typeof ConfigInput>;

export const Config = T.Object({
  ...settings,
  approvers: T.Optional(T.Array(Approver, { maxItems: 50 })),
  options: T.Optional(T.Array(T.Object({ id: T.String(), ...Option }))),
});
export type Config = Static<typeof Config>;

export const ShownOption = T.Object({
  id: T.String(),
  ...Option,
  color: always(T.String(), "gray", "none is set"),
});
/** A configuration as callers see it. */
export const ShownConfig = T.Object(
  {
    ...settings,
    approvers: T.Optional(T.Array(ShownApprover)),
    options: T.Optional(T.Array(ShownOption)),
  },
  { description: "The settings that its type has; a setting that is not set is absent" },
);
