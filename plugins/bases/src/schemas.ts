import { numeric, oneOf, type Static, T } from "@postern/core";
import { always, described, timeZone } from "@postern/core/fields";
import { ConfigInput, ShownConfig } from "./config-schemas.ts";

const text = (maxLength: number, description: string) => T.String({ maxLength, description });
const Time = T.String({ description: "ISO 8601, UTC" });

export const BaseRef = T.String({ minLength: 1, maxLength: 128, description: "Id or slug of the base" });
export const PropRef = T.String({ minLength: 1, maxLength: 128, description: "Id or key of the property" });
export const RowId = T.String({ pattern: "^row_[0-9a-f]{24}$", description: "The row" });
export const ViewRef = T.String({ minLength: 1, maxLength: 200, description: "Id or name of the view" });
export const ChartId = T.String({ pattern: "^chart_[0-9a-f]{24}$", description: "The chart" });
export const ProjectRef = T.String({ minLength: 1, maxLength: 128, description: "Id or slug of a project, or local" });
export const Slug = T.String({ pattern: "^[a-z0-9][a-z0-9-]{0,62}$", description: "Its address among its project's" });
export const Name = T.String({ minLength: 1, maxLength: 200 });
export const Description = text(2000, "Empty for none");
export const Icon = text(64, "An emoji or a word; empty for none");
export const Timezone = timeZone({ empty: true, description: "IANA name, like Europe/Berlin; UTC where empty" });
export const ClientKey = T.String({
  pattern: "^[A-Za-z0-9._~:-]{1,128}$",
  description: "The caller's own key: the same key makes it once",
});
export const ExpectedSchemaVersion: ReturnType<typeof numeric> = numeric({
  minimum: 1,
  description: "Refuse when the schema has another version",
});
export const ExpectedVersion: ReturnType<typeof numeric> = numeric({
  minimum: 1,
  description: "Refuse when the row has another version",
});
export const Position: ReturnType<typeof numeric> = numeric({
  maximum: 199,
  description: "Place among the properties, 0 for the first; the others move",
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

/** `constructor` and `prototype` are no keys: they would not survive as members of `values`. */
export const Key = T.String({
  pattern: "^(?!constructor$|prototype$)[a-z][a-z0-9_]{0,62}$",
  description: "Name of the property in `values`; from its name unless given",
});

export const Property = T.Object({
  id: T.String({ description: "Its id" }),
  key: T.String({ description: "Its key" }),
  name: T.String({ description: "Its name" }),
  description: always(T.String({ description: "A description for people" })),
  type: described(Type, "Its type"),
  config: ShownConfig,
  required: T.Boolean({ description: "Whether every row has to have it" }),
  position: T.Integer({ description: "Place among the properties, 0 for the first" }),
  deletedAt: always(Time, "", "it is not deleted"),
});
export type Property = Static<typeof Property>;

export const PropertyInput = {
  key: T.Optional(Key),
  name: described(Name, "Its name"),
  type: described(Type, "Its type"),
  description: T.Optional(Description),
  config: T.Optional(described(ConfigInput, "Settings, by name")),
  required: T.Optional(T.Boolean({ description: "Whether every row has to have it" })),
};

export const Capabilities = T.Object({
  manage: T.Boolean({ description: "Whether it may be changed itself" }),
  readDirect: T.Boolean({ description: "Whether rows may be read" }),
  writeDirect: T.Boolean({ description: "Whether rows may be written" }),
});

export const Base = T.Object({
  id: T.String({ description: "Its id" }),
  name: T.String({ description: "Its name" }),
  slug: T.String({ description: "Its name in addresses" }),
  description: always(T.String({ description: "A description for people" })),
  icon: always(T.String({ description: "An emoji or a word" })),
  organizationId: always(T.String({ description: "Id of the organization" })),
  projectId: always(T.String({ description: "Id of the project" }), "", "it belongs to no project"),
  status: described(oneOf("active", "archived"), "Its status"),
  timezone: always(T.String({ description: "IANA name" }), "UTC", "none is set"),
  rowCount: T.Integer({ description: "How many rows it has" }),
  schemaVersion: T.Integer({ description: "Version of the schema" }),
  version: T.Integer({ description: "Its version" }),
  capabilities: described(Capabilities, "What this key may do with it"),
  createdAt: Time,
  updatedAt: Time,
});
export type Base = Static<typeof Base>;

/** A base as an event tells of it: what a key may do with it is not the same for all who hear of it. */
export const ToldBase = T.Omit(Base, ["capabilities"]);

export const Named = T.Object({ id: T.String({ description: "Its id" }), name: T.String({ description: "Its name" }) });

/** What a change of the schema means to the rows. */
export const Report = T.Object({
  activeRows: T.Integer({ description: "Rows that are not archived" }),
  converted: T.Integer({ description: "Rows with a value that fits" }),
  cleared: T.Integer({ description: "Rows whose value no longer fits" }),
  missing: T.Integer({ description: "Rows without a value" }),
  dependents: T.Object(
    { charts: T.Array(Named, { description: "The charts" }), views: T.Array(Named, { description: "The views" }) },
    { description: "What uses the property" },
  ),
  dryRun: T.Boolean({ description: "Whether this only shows what would be done" }),
});
export type Report = Static<typeof Report>;

/** A person's note or an object: whatever the property's type takes. */
export const Values = T.Record(T.String({ maxLength: 63 }), T.Unknown(), {
  maxProperties: 200,
  description: "By key; null empties a value",
});

export const Row = T.Object({
  id: T.String({ description: "Its id" }),
  baseId: T.String({ description: "Id of the base" }),
  values: T.Record(T.String(), T.Unknown(), { description: "By key; a property without a value is absent" }),
  version: T.Integer({ description: "Its version" }),
  createdAt: Time,
  updatedAt: Time,
  createdBy: T.String({ description: "type:id" }),
  archivedAt: T.Optional(Time),
});
export type Row = Static<typeof Row>;

const Op = oneOf("eq", "ne", "in", "contains", "lt", "lte", "gt", "gte", "empty", "filled");
export const Condition = T.Object(
  {
    field: T.String({ minLength: 1, maxLength: 128, description: "Key or id of a property, createdAt or updatedAt" }),
    op: described(Op, "How the field is compared"),
    value: T.Optional(
      T.Unsafe<string | number | boolean | (string | number)[]>({
        description: "What the field is compared with; a list for `in`",
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
    match: described(oneOf("all", "any"), "Whether all conditions have to hold, or any"),
    where: T.Array(Condition, { description: "The conditions", minItems: 1, maxItems: 50 }),
  },
  { additionalProperties: false },
);
export type Filter = Static<typeof Filter>;

export const Sort = T.Array(
  T.String({ pattern: "^[A-Za-z0-9_]{1,128}(:(asc|desc))?$", description: "key, or key:desc" }),
  { minItems: 1, maxItems: 3, description: "First what counts most; rows without a value come last" },
);

export const View = T.Object({
  id: T.String({ description: "Its id" }),
  baseId: T.String({ description: "Id of the base" }),
  name: T.String({ description: "Its name" }),
  properties: T.Array(T.String(), { description: "Keys, in order" }),
  filter: T.Optional(described(Filter, "Conditions that rows have to meet")),
  sort: T.Optional(
    T.Array(T.String(), { description: "What rows are sorted by: `<property>:asc` or `<property>:desc`" }),
  ),
  dangling: T.Optional(T.Array(T.String(), { description: "Properties that are deleted or purged" })),
  createdAt: Time,
  updatedAt: Time,
});
export type View = Static<typeof View>;

export const Figure = T.String({
  pattern: "^(count|(sum|avg|min|max):[A-Za-z0-9_]{1,128})$",
  description: "count, or sum, avg, min or max of a number: sum:amount",
});
export const ChartKind = oneOf("bar", "line", "area", "pie", "number");
export const Chart = T.Object({
  id: T.String({ description: "Its id" }),
  baseId: T.String({ description: "Id of the base" }),
  name: T.String({ description: "Its name" }),
  kind: described(ChartKind, "Its kind"),
  x: T.Optional(T.String({ description: "Key of what rows are grouped by" })),
  y: T.String({ description: "As in bases.charts.create" }),
  filter: T.Optional(described(Filter, "Conditions that rows have to meet")),
  dangling: T.Optional(T.Array(T.String(), { description: "Ids of properties that it names and that are deleted" })),
  createdAt: Time,
  updatedAt: Time,
});
export type Chart = Static<typeof Chart>;

/** What every answer of the group carries. */
export const frame = {
  consoleUrl: T.String({ description: "Where it is reached" }),
  projectRef: T.String({ description: "Slug of the project, or local" }),
  success: T.Boolean({ description: "Whether it was done" }),
};
