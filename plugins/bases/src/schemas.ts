import { oneOf, type Static, T } from "@postern/core";
import { always, described, hidden, numeric, numericText, timeZone } from "@postern/kit/fields";
import { ConfigInput, ShownConfig } from "./config-schemas.ts";

export { BaseRef, ChartId, ProjectRef, PropRef, RowId, ViewRef } from "./references.ts";

const text = (maxLength: number, description: string) => T.String({ maxLength, description });
const Time = T.String({ description: "Time in ISO 8601, UTC" });

export const Slug = T.String({
  pattern: "^[a-z0-9][a-z0-9-]{0,62}$",
  description: "Name in addresses, unique in its project",
});
export const Name = T.String({ minLength: 1, maxLength: 200 });
export const Description = text(2000, "Description for people; empty for none");
export const Icon = text(64, "An emoji or a word, shown as the icon; empty for none");
export const Timezone = timeZone({
  empty: true,
  description: "IANA name of the time zone, such as Europe/Berlin; empty for UTC",
});
export const ClientKey = T.String({
  pattern: "^[A-Za-z0-9._~:-]{1,128}$",
  description: "Idempotency key: a repeated call with the same key creates no second row",
});
const schemaVersion = {
  minimum: 1,
  description: "Expected version of the schema; the change is rejected if the schema has another version",
};
export const ExpectedSchemaVersion = numeric(schemaVersion);
export const ExpectedSchemaVersionText = numericText(schemaVersion);
export const ExpectedVersion = numeric({
  minimum: 1,
  description: "Expected version of the row; the change is rejected if the row has another version",
});
export const Position = numeric({
  maximum: 199,
  description: "Position among the properties, starting at 0; later properties move",
});

export const Type = oneOf(
  "text",
  "number",
  "checkbox",
  "date",
  "select",
  "multi_select",
  "status",
  "url",
  "email",
  "phone",
  "person",
  "ref",
  "agent",
  "approval",
);
export type Type = Static<typeof Type>;

/** `constructor` and `prototype` are not allowed: they cannot be plain members of `values`. */
export const Key = T.String({
  pattern: "^(?!constructor$|prototype$)[a-z][a-z0-9_]{0,62}$",
  description: "Name of the property in `values`; made from its name by default",
});

export const Property = T.Object({
  id: T.String({ description: "Id of the property" }),
  key: T.String({ description: "Key of the property in `values`" }),
  name: T.String({ description: "Name of the property" }),
  description: always(T.String({ description: "A description for people" })),
  type: described(Type, "Type of the property"),
  config: ShownConfig,
  required: T.Boolean({ description: "Whether every row must have a value" }),
  position: T.Integer({ description: "Position among the properties, starting at 0" }),
  deletedAt: always(Time, "", "it is not deleted"),
});
export type Property = Static<typeof Property>;

export const PropertyInput = {
  key: T.Optional(Key),
  name: described(Name, "Name of the property"),
  type: described(Type, "Type of the property"),
  description: T.Optional(Description),
  config: T.Optional(described(ConfigInput, "Settings for the property's type")),
  required: T.Optional(T.Boolean({ description: "Whether every row must have a value" })),
};

export const Capabilities = T.Object({
  manage: T.Boolean({ description: "Whether the caller may change the base" }),
  readDirect: T.Boolean({ description: "Whether the caller may read rows" }),
  writeDirect: T.Boolean({ description: "Whether the caller may write rows" }),
});

export const Base = T.Object({
  id: T.String({ description: "Id of the base" }),
  name: T.String({ description: "Name of the base" }),
  slug: T.String({ description: "Name of the base in addresses" }),
  description: always(T.String({ description: "A description for people" })),
  icon: always(T.String({ description: "An emoji or a word" })),
  organizationId: always(T.String({ description: "Id of the organization" })),
  projectId: always(T.String({ description: "Id of the project" }), "", "the base belongs to no project"),
  status: described(oneOf("active", "archived"), "Status of the base"),
  timezone: always(T.String({ description: "IANA name of the time zone" }), "UTC", "none is set"),
  rowCount: T.Integer({ description: "Number of active rows" }),
  schemaVersion: T.Integer({ description: "Version of the schema" }),
  version: T.Integer({ description: "Version of the base, incremented by every change" }),
  capabilities: described(Capabilities, "Rights of the caller on this base"),
  createdAt: Time,
  updatedAt: Time,
});
export type Base = Static<typeof Base>;

/** A base in events, without the rights of a single caller. */
export const EventBase = T.Omit(Base, ["capabilities"]);

export const Named = T.Object({
  id: T.String({ description: "Id of the view or chart" }),
  name: T.String({ description: "Name" }),
});

/** The effect of a schema change on rows, views and charts. */
export const Report = T.Object({
  activeRows: T.Integer({ description: "Number of active rows" }),
  converted: T.Integer({ description: "Number of rows whose value is kept" }),
  cleared: T.Integer({ description: "Number of rows whose value is cleared" }),
  missing: T.Integer({ description: "Number of rows without a value" }),
  dependents: T.Object(
    {
      charts: T.Array(Named, { description: "Charts that use the property" }),
      views: T.Array(Named, { description: "Views that use the property" }),
    },
    { description: "Views and charts that use the property" },
  ),
  dryRun: T.Boolean({ description: "Whether nothing was changed" }),
});
export type Report = Static<typeof Report>;

/** Any value: each property type checks its own. */
export const Values = T.Record(T.String({ maxLength: 63 }), T.Unknown(), {
  maxProperties: 200,
  description: "Values by property key; null clears a value",
});

export const Row = T.Object({
  id: T.String({ description: "Id of the row" }),
  baseId: T.String({ description: "Id of the base" }),
  values: T.Record(T.String(), T.Unknown(), {
    description: "Values by property key; a property without a value is absent",
  }),
  version: T.Integer({ description: "Version of the row, incremented by every change" }),
  createdAt: Time,
  updatedAt: Time,
  createdBy: T.String({ description: "Who created the row, as type:id" }),
  archivedAt: T.Optional(Time),
});
export type Row = Static<typeof Row>;

const Op = oneOf("eq", "ne", "in", "contains", "lt", "lte", "gt", "gte", "empty", "filled");
export const Condition = T.Object(
  {
    field: T.String({ minLength: 1, maxLength: 128, description: "Key or id of a property, createdAt or updatedAt" }),
    op: described(Op, "Comparison operator"),
    value: T.Optional(
      T.Unsafe<string | number | boolean | (string | number)[]>({
        description: "Value to compare the field with; a list for `in`",
        type: ["string", "number", "boolean", "array"],
        items: { type: ["string", "number"] },
        maxLength: 1000,
        minItems: 1,
        maxItems: 500,
      }),
    ),
  },
  { additionalProperties: false },
);
export type Condition = Static<typeof Condition>;

export const Filter = T.Object(
  {
    match: described(oneOf("all", "any"), "Whether a row must meet all conditions or any of them"),
    where: T.Array(Condition, { description: "The conditions", minItems: 1, maxItems: 50 }),
  },
  { additionalProperties: false },
);
export type Filter = Static<typeof Filter>;

export const Sort = T.Array(
  T.String({
    pattern: "^[A-Za-z0-9_]{1,128}(:(asc|desc))?$",
    description: "Key of a property, `createdAt` or `updatedAt`, optionally with :asc or :desc",
  }),
  { minItems: 1, maxItems: 3, description: "Sort order, most significant first; rows without a value come last" },
);

export const View = T.Object({
  id: T.String({ description: "Id of the view" }),
  baseId: T.String({ description: "Id of the base" }),
  name: T.String({ description: "Name of the view" }),
  properties: T.Array(T.String(), { description: "Keys of the properties, in order" }),
  filter: T.Optional(described(Filter, "Conditions that rows must meet")),
  sort: T.Optional(T.Array(T.String(), { description: "Sort order: `<property>:asc` or `<property>:desc`" })),
  dangling: T.Optional(T.Array(T.String(), { description: "Ids of deleted or purged properties that the view uses" })),
  createdAt: Time,
  updatedAt: Time,
});
export type View = Static<typeof View>;

export const Figure = T.String({
  pattern: "^(count|(sum|avg|min|max):[A-Za-z0-9_]{1,128})$",
  description: "`count`, or sum, avg, min or max of a number property, such as `sum:amount`",
});
export const ChartKind = oneOf("bar", "line", "area", "pie", "number");
export const Chart = T.Object({
  id: T.String({ description: "Id of the chart" }),
  baseId: T.String({ description: "Id of the base" }),
  name: T.String({ description: "Name of the chart" }),
  kind: described(ChartKind, "Kind of chart"),
  x: T.Optional(T.String({ description: "Key of the property that rows are grouped by" })),
  y: T.String({ description: "`count`, or an aggregate with the key of a property, such as `sum:amount`" }),
  filter: T.Optional(described(Filter, "Conditions that rows must meet")),
  dangling: T.Optional(T.Array(T.String(), { description: "Ids of deleted or purged properties that the chart uses" })),
  createdAt: Time,
  updatedAt: Time,
});
export type Chart = Static<typeof Chart>;

const consoleUrl = T.String({ description: "Address of the base in the console; absent without a console" });
/** In the answers about a base itself. Others would repeat it above every list in a terminal. */
export const shownConsoleUrl = { consoleUrl: T.Optional(consoleUrl) };

/** The members that every answer of this group has. */
export const envelope = {
  consoleUrl: T.Optional(hidden(consoleUrl)),
  projectRef: hidden(T.String({ description: "Slug of the project, or `local`" })),
  success: hidden(T.Boolean({ description: "Whether the call succeeded" })),
};
