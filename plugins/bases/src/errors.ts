import { defineError, T } from "@postern/core";

const base = T.Object({ baseId: T.String() });
const named = T.Object({ base: T.String() });
const candidates = T.Array(T.Object({ id: T.String(), name: T.String(), project: T.String() }));

export const BaseNotFound = defineError("bases.base_not_found", {
  status: 404,
  data: named,
  message: (data) => `Base "${data.base}" not found. List bases with "postern bases list".`,
  fix: () => "postern bases list",
});

export const BaseAmbiguous = defineError("bases.base_ambiguous", {
  status: 409,
  data: T.Object({ base: T.String(), candidates }),
  message: (data) =>
    `The slug "${data.base}" matches bases in several projects. Use the id of the base, or set project.`,
});

export const BaseArchived = defineError("bases.base_archived", {
  status: 409,
  data: base,
  message: ({ baseId }) =>
    `Base "${baseId}" is archived. Unarchive it with "postern bases unarchive --base ${baseId}".`,
  fix: ({ baseId }) => `postern bases unarchive --base ${baseId}`,
});

export const SlugTaken = defineError("bases.slug_taken", {
  status: 409,
  data: T.Object({ baseId: T.String(), slug: T.String() }),
  message: ({ baseId, slug }) =>
    `The slug "${slug}" is already used by base "${baseId}" in the same project. Choose another slug.`,
});

export const ProjectNotFound = defineError("bases.project_not_found", {
  status: 404,
  data: T.Object({ project: T.String() }),
  message: ({ project }) => `Project "${project}" not found. List projects with "postern projects list".`,
  fix: () => "postern projects list",
});

export const UnknownConsole = defineError("bases.unknown_console", {
  status: 400,
  data: T.Object({ console: T.String(), known: T.String() }),
  message: (data) =>
    `The console "${data.console}" does not belong to this gateway. The address of this gateway is "${data.known}".`,
});

export const PropertyNotFound = defineError("bases.property_not_found", {
  status: 404,
  data: T.Object({ prop: T.String(), keys: T.Array(T.String()) }),
  message: ({ prop, keys }) =>
    keys.length > 0
      ? `Property "${prop}" not found. The properties of this base are ${keys.slice(0, 20).join(", ")}.`
      : `Property "${prop}" not found. This base has no properties.`,
});

export const PropertyAmbiguous = defineError("bases.property_ambiguous", {
  status: 409,
  data: T.Object({ prop: T.String(), candidates: T.Array(T.Object({ id: T.String(), name: T.String() })) }),
  message: ({ prop, candidates: found }) =>
    `Several properties have the key "${prop}". Use an id: ${found.map(({ id }) => id).join(" or ")}.`,
});

export const PropertyDeleted = defineError("bases.property_deleted", {
  status: 409,
  data: T.Object({ propertyId: T.String() }),
  message: ({ propertyId }) => `Property "${propertyId}" is deleted. Restore it with "postern bases props restore".`,
});

export const PropertyNotDeleted = defineError("bases.property_not_deleted", {
  status: 409,
  data: T.Object({ propertyId: T.String() }),
  message: ({ propertyId }) => `Property "${propertyId}" is not deleted.`,
});

export const KeyTaken = defineError("bases.key_taken", {
  status: 409,
  data: T.Object({ key: T.String(), propertyId: T.String() }),
  message: ({ key, propertyId }) => `The key "${key}" is already used by property "${propertyId}". Choose another key.`,
});

export const OptionInUse = defineError("bases.option_in_use", {
  status: 409,
  data: T.Object({ optionId: T.String(), name: T.String() }),
  message: ({ name, optionId }) =>
    `Rows have the option "${name}" (${optionId}), so it cannot be removed. Archive the option instead.`,
});

export const SchemaFull = defineError("bases.schema_full", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) =>
    `The base has reached the maximum of ${limit} properties, including deleted ones. Purge a deleted property first.`,
});

export const SchemaVersionMismatch = defineError("bases.schema_version_mismatch", {
  status: 409,
  data: T.Object({ expected: T.Integer(), schemaVersion: T.Integer() }),
  message: ({ expected, schemaVersion }) =>
    `The schema is at version ${schemaVersion}, not ${expected}. Read the base again and repeat the change.`,
});

export const RowNotFound = defineError("bases.row_not_found", {
  status: 404,
  data: T.Object({ row: T.String() }),
  message: ({ row }) => `Row "${row}" not found. List rows with "postern bases rows list".`,
});

export const RowArchived = defineError("bases.row_archived", {
  status: 409,
  data: T.Object({ row: T.String() }),
  message: ({ row }) => `Row "${row}" is archived. Unarchive it with "postern bases rows unarchive --row ${row}".`,
  fix: ({ row }) => `postern bases rows unarchive --row ${row}`,
});

export const RowVersionMismatch = defineError("bases.row_version_mismatch", {
  status: 409,
  data: T.Object({ expected: T.Integer(), version: T.Integer() }),
  message: ({ expected, version }) =>
    `The row is at version ${version}, not ${expected}. Read the row again and repeat the change.`,
});

export const RowConflict = defineError("bases.row_conflict", {
  status: 409,
  data: T.Object({ row: T.String() }),
  message: ({ row }) =>
    `This idempotencyKey was already used with other values, for row "${row}". Use a new key for a new row.`,
});

export const NotAnApprover = defineError("bases.not_an_approver", {
  status: 403,
  data: T.Object({ property: T.String() }),
  message: ({ property }) => `Only an approver of the property "${property}" can make this change.`,
});

export const ViewNotFound = defineError("bases.view_not_found", {
  status: 404,
  data: T.Object({ view: T.String() }),
  message: ({ view }) => `View "${view}" not found. List views with "postern bases views list".`,
});

export const ViewNameTaken = defineError("bases.view_name_taken", {
  status: 409,
  data: T.Object({ viewId: T.String() }),
  message: ({ viewId }) => `This name is already used by view "${viewId}" of the same base. Choose another name.`,
});

export const ChartNotFound = defineError("bases.chart_not_found", {
  status: 404,
  data: T.Object({ chart: T.String() }),
  message: ({ chart }) => `Chart "${chart}" not found. List charts with "postern bases charts list".`,
});

export const TooMany = defineError("bases.too_many", {
  status: 409,
  data: T.Object({ what: T.String(), limit: T.Integer() }),
  message: ({ what, limit }) => `The base has reached the maximum of ${limit} ${what}. Remove some of them first.`,
});

export const ImportNotFound = defineError("bases.import_not_found", {
  status: 404,
  data: T.Object({ import: T.String() }),
  message: (data) => `Import "${data.import}" not found. List imports with "postern bases imports list".`,
  fix: () => "postern bases imports list",
});

export const ImportEnded = defineError("bases.import_ended", {
  status: 409,
  data: T.Object({ import: T.String(), state: T.String() }),
  message: (data) => `Import "${data.import}" has already ended: its state is "${data.state}".`,
});

export const ExportTooLarge = defineError("bases.export_too_large", {
  status: 409,
  data: T.Object({ what: T.String() }),
  message: ({ what }) => `${what}. Export fewer rows with a filter or a view.`,
});
