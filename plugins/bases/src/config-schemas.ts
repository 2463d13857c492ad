import { oneOf, type Static, T } from "@postern/core";
import { always, described } from "@postern/kit/fields";

const Option = {
  name: T.String({ description: "Name of the option", minLength: 1, maxLength: 200 }),
  color: T.Optional(T.String({ description: "Color name, or a value such as #3a7bd5", minLength: 1, maxLength: 32 })),
  archived: T.Optional(
    T.Boolean({ description: "Whether the option can no longer be selected; rows that have it keep it" }),
  ),
  group: T.Optional(
    T.String({ minLength: 1, maxLength: 64, description: "Group of a status option, such as todo, doing or done" }),
  ),
};
const OptionId = T.String({ pattern: "^opt_[0-9a-f]{24}$", description: "Id of an existing option, to keep it" });
const approver = {
  kind: described(oneOf("user", "agent", "role"), "Kind of approver"),
  userId: T.Optional(T.String({ maxLength: 128, description: "Id of the user or agent; empty for a role" })),
};
const ApproverInput = T.Object(
  {
    ...approver,
    minRole: T.Optional(described(oneOf("member", "admin", ""), "Minimum role that may approve")),
  },
  { additionalProperties: false },
);
const Approver = T.Object({
  ...approver,
  minRole: T.Optional(described(oneOf("member", "admin"), "Minimum role that may approve")),
});
export const ShownApprover = T.Object({
  kind: approver.kind,
  userId: always(T.String({ description: "Id of the user or agent" })),
  minRole: always(described(oneOf("member", "admin", ""), "Minimum role that may approve")),
});
const keys = (description: string) =>
  T.Array(T.String({ minLength: 1, maxLength: 128 }), { maxItems: 200, uniqueItems: true, description });

const settings = {
  agent: T.Optional(
    T.String({ minLength: 1, maxLength: 128, description: "For agent: id of the agent that fills in the value" }),
  ),
  currency: T.Optional(
    T.String({ pattern: "^[A-Z]{3}$", description: "For number with format currency: ISO 4217 code" }),
  ),
  format: T.Optional(
    T.String({
      minLength: 1,
      maxLength: 32,
      description: "For number: plain, currency or percent. For date: iso, eu or us",
    }),
  ),
  instructions: T.Optional(
    T.String({ minLength: 1, maxLength: 10_000, description: "For agent: instructions for the value to fill in" }),
  ),
  output: T.Optional(described(oneOf("text", "number", "checkbox", "date"), "For agent: type of the value")),
  includeTime: T.Optional(T.Boolean({ description: "For date: whether values include the time of day" })),
  precision: T.Optional(T.Integer({ minimum: 0, maximum: 10, description: "For number: maximum number of decimals" })),
  inputs: T.Optional(keys("For agent: properties that the agent is given")),
  resetOn: T.Optional(keys("For agent: properties whose change clears the value; `inputs` by default")),
};

/** The configuration that callers send. Each type checks which settings it accepts. */
export const ConfigInput = T.Object(
  {
    ...settings,
    approvers: T.Optional(
      T.Array(ApproverInput, { description: "Roles, users or agents that may approve", maxItems: 50 }),
    ),
    options: T.Optional(
      T.Array(T.Object({ id: T.Optional(OptionId), ...Option }, { additionalProperties: false }), {
        description: "Options of a select, multi_select or status",
        maxItems: 500,
      }),
    ),
  },
  { additionalProperties: false },
);
export type ConfigInput = Static<typeof ConfigInput>;

export const Config = T.Object({
  ...settings,
  approvers: T.Optional(T.Array(Approver, { description: "Roles, users or agents that may approve", maxItems: 50 })),
  options: T.Optional(
    T.Array(T.Object({ id: T.String({ description: "Id of the option" }), ...Option }), {
      description: "Options of a select, multi_select or status",
    }),
  ),
});
export type Config = Static<typeof Config>;

export const ShownOption = T.Object({
  id: T.String({ description: "Id of the option" }),
  ...Option,
  color: always(T.String({ description: "Color name, or a value such as #3a7bd5" }), "gray", "none is set"),
});
/** A configuration in answers. */
export const ShownConfig = T.Object(
  {
    ...settings,
    approvers: T.Optional(T.Array(ShownApprover, { description: "Roles, users or agents that may approve" })),
    options: T.Optional(T.Array(ShownOption, { description: "Options of a select, multi_select or status" })),
  },
  { description: "Settings of the property's type; unset settings are absent" },
);
