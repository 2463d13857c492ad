import { defineError, T } from "@postern/core";

const base = T.Object({ baseId: T.String() });
const named = T.Object({ base: T.String() });
const candidates = T.Array(T.Object({ id: T.String(), name: T.String(), project: T.String() }));

export const BaseNotFound = defineError("bases.base_not_found", {
  status: 404,
  data: named,
  message: (data) => `There is no base ${data.base}`,
  fix: () => "postern bases list",
});

export const BaseAmbiguous = defineError("bases.base_ambiguous", {
  status: 409,
  data: T.Object({ base: T.String(), candidates }),
  message: (data) => `Several projects have a base ${data.base}: give its id, or the project`,
});

export const BaseArchived = defineError("bases.base_archived", {
  status: 409,
  data: base,
  message: ({ baseId }) => `Base ${baseId} is archived`,
  fix: ({ baseId }) => `postern bases unarchive --base ${baseId}`,
});

export const SlugTaken = defineError("bases.slug_taken", {
  status: 409,
  data: T.Object({ baseId: T.String(), slug: T.String() }),
  message: ({ baseId, slug }) => `Base ${baseId} of the same project has the slug ${slug}`,
});

export const ProjectNotFound = defineError("bases.project_not_found", {
  status: 404,
  data: T.Object({ project: T.String() }),
  message: ({ project }) => `There is no project ${project}`,
  fix: () => "postern projects list",
});

export const UnknownConsole = defineError("bases.unknown_console", {
  status: 400,
  data: T.Object({ console: T.String(), known: T.String() }),
  message: (data) => `${data.console} is not the address of this gateway, which is ${data.known}`,
});

export const PropertyNotFound = defineError("bases.property_not_found", {
  status: 404,
  data: T.Object({ prop: T.String(), keys: T.Array(T.String()) }),
  message: ({ prop, keys }) =>
    `There is no property ${prop}${keys.length > 0 ? `; there are ${keys.slice(0, 20).join(", ")}` : ""}`,
});

export const PropertyAmbiguous = defineError("bases.property_ambiguous", {
  status: 409,
  data: T.Object({ prop: T.String(), candidates: T.Array(T.Object({ id: T.String(), name: T.String() })) }),
  message: ({ prop, candidates: found }) =>
    `Several properties have the key ${prop}: give an id, ${found.map(({ id }) => id).join(" or ")}`,
});

export const PropertyDeleted = defineError("bases.property_deleted", {
  status: 409,
  data: T.Object({ propertyId: T.String() }),
  message: ({ propertyId }) => `Property ${propertyId} is deleted`,
});

export const PropertyNotDeleted = defineError("bases.property_not_deleted", {
  status: 409,
  data: T.Object({ propertyId: T.String() }),
  message: ({ propertyId }) => `Property ${propertyId} is not deleted`,
});

export const KeyTaken = defineError("bases.key_taken", {
  status: 409,
  data: T.Object({ key: T.String(), propertyId: T.String() }),
  message: ({ key, propertyId }) => `Property ${propertyId} has the key ${key}`,
});

export const OptionInUse = defineError("bases.option_in_use", {
  status: 409,
  data: T.Object({ optionId: T.String(), name: T.String() }),
  message: ({ name, optionId }) => `Rows have the option ${name} (${optionId}): set archived for it instead`,
});

export const SchemaFull = defineError("bases.schema_full", {
  status: 409,
  data: T.Object({ limit: T.Integer() }),
  message: ({ limit }) => `A base has at most ${limit} properties, deleted ones included: purge some`,
});

export const SchemaVersionMismatch = defineError("bases.schema_version_mismatch", {
  status: 409,
  data: T.Object({ expected: T.Integer(), schemaVersion: T.Integer() }),
  message: ({ expected, schemaVersion }) => `The schema has version ${schemaVersion}, not ${expected}`,
});

export const RowNotFound = defineError("bases.row_not_found", {
  status: 404,
  data: T.Object({ row: T.String() }),
  message: ({ row }) => `There is no row ${row}`,
});

export const RowArchived = defineError("bases.row_archived", {
  status: 409,
  data: T.Object({ row: T.String() }),
  message: ({ row }) => `Row ${row} is archived`,
  fix: ({ row }) => `postern bases rows unarchive --row ${row}`,
});

export const RowVersionMismatch = defineError("bases.row_version_mismatch", {
  status: 409,
  data: T.Object({ expected: T.Integer(), version: T.Integer() }),
  message: ({ expected, version }) => `The row has version ${version}, not ${expected}`,
});

export const RowConflict = defineError("bases.row_conflict", {
  status: 409,
  data: T.Object({ row: T.String() }),
  message: ({ row }) => `This idempotencyKey made row ${row} from other values`,
});

export const NotAnApprover = defineError("bases.not_an_approver", {
  status: 403,
  data: T.Object({ property: T.String() }),
  message: ({ property }) => `Only an approver of ${property} decides on it`,
});

export const ViewNotFound = defineError("bases.view_not_found", {
  status: 404,
  data: T.Object({ view: T.String() }),
  message: ({ view }) => `There is no view ${view}`,
});

export const ViewNameTaken = defineError("bases.view_name_taken", {
  status: 409,
  data: T.Object({ viewId: T.String() }),
  message: ({ viewId }) => `View ${viewId} of the same base has this name`,
});

export const ChartNotFound = defineError("bases.chart_not_found", {
  status: 404,
  data: T.Object({ chart: T.String() }),
  message: ({ chart }) => `There is no chart ${chart}`,
});

export const TooMany = defineError("bases.too_many", {
  status: 409,
  data: T.Object({ what: T.String(), limit: T.Integer() }),
  message: ({ what, limit }) => `A base has at most ${limit} ${what}: remove some`,
});

export const ImportNotFound = defineError("bases.import_not_found", {
  status: 404,
  data: T.Object({ import: T.String() }),
  message: (data) => `There is no import ${data.import}`,
  fix: () => "postern bases imports list",
});

export const ImportEnded = defineError("bases.import_ended", {
  status: 409,
  data: T.Object({ import: T.String(), state: T.String() }),
  message: (data) => `The import ${data.import} is ${data.state}`,
});

export const ExportTooLarge = defineError("bases.export_too_large", {
  status: 409,
  data: T.Object({ what: T.String() }),
  message: ({ what }) => `${what}: export a part of it, with a filter or a view`,
});
