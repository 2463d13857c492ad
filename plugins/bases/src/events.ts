import { defineEvent, T } from "@postern/core";
import { Chart, EventBase, Property, Report, Row, View } from "./schemas.ts";

// Events leave out `capabilities`, which depend on the caller.

const baseIs = (past: string) => ({
  summary: `A base was ${past}`,
  data: T.Object({ base: EventBase }),
  subject: ({ base }: { base: { id: string } }) => base.id,
});
const propertyIs = (past: string) => ({
  summary: `A property was ${past}`,
  data: T.Object({ baseId: T.String(), schemaVersion: T.Integer(), property: Property, report: T.Optional(Report) }),
  subject: ({ baseId }: { baseId: string }) => baseId,
});
const rowIs = (past: string) => ({
  summary: `A row was ${past}`,
  data: T.Object({ row: Row }),
  subject: ({ row }: { row: { baseId: string } }) => row.baseId,
});
const viewIs = (past: string) => ({
  summary: `A view was ${past}`,
  data: T.Object({ view: View }),
  subject: ({ view }: { view: { baseId: string } }) => view.baseId,
});
const chartIs = (past: string) => ({
  summary: `A chart was ${past}`,
  data: T.Object({ chart: Chart }),
  subject: ({ chart }: { chart: { baseId: string } }) => chart.baseId,
});

export const baseCreated = defineEvent("bases.base.created", baseIs("created"));
export const baseUpdated = defineEvent("bases.base.updated", baseIs("updated"));
export const baseArchived = defineEvent("bases.base.archived", baseIs("archived"));
export const baseUnarchived = defineEvent("bases.base.unarchived", baseIs("unarchived"));

export const propertyCreated = defineEvent("bases.property.created", propertyIs("created"));
export const propertyUpdated = defineEvent("bases.property.updated", propertyIs("updated"));
export const propertyDeleted = defineEvent("bases.property.deleted", propertyIs("deleted"));
export const propertyRestored = defineEvent("bases.property.restored", propertyIs("restored"));
export const propertyPurged = defineEvent("bases.property.purged", propertyIs("purged"));
export const propertyConverted = defineEvent("bases.property.converted", {
  summary: "All rows of a base were converted to a property's new type",
  data: T.Object({ baseId: T.String(), propertyId: T.String(), converted: T.Integer(), cleared: T.Integer() }),
  subject: ({ baseId }) => baseId,
});

export const rowCreated = defineEvent("bases.row.created", rowIs("created"));
export const rowUpdated = defineEvent("bases.row.updated", rowIs("updated"));
export const rowArchived = defineEvent("bases.row.archived", rowIs("archived"));
export const rowUnarchived = defineEvent("bases.row.unarchived", rowIs("unarchived"));

export const rowsChanged = defineEvent("bases.rows.changed", {
  summary: "Rows were created, changed or removed by an import or a schema change, without separate events",
  data: T.Object({ baseId: T.String(), rows: T.Array(T.String(), { description: "Ids of the rows" }) }),
  subject: ({ baseId }) => baseId,
});

export const viewCreated = defineEvent("bases.view.created", viewIs("created"));
export const viewUpdated = defineEvent("bases.view.updated", viewIs("updated"));
export const viewRemoved = defineEvent("bases.view.removed", viewIs("removed"));
export const chartCreated = defineEvent("bases.chart.created", chartIs("created"));
export const chartUpdated = defineEvent("bases.chart.updated", chartIs("updated"));
export const chartRemoved = defineEvent("bases.chart.removed", chartIs("removed"));

export const agentRequested = defineEvent("bases.agent.requested", {
  summary: "An agent was asked to fill in a value of a row with bases.rows.update",
  data: T.Object({
    baseId: T.String(),
    row: T.String(),
    property: T.String({ description: "Key of the property" }),
    agentId: T.String(),
    instructions: T.String(),
    inputs: T.Record(T.String(), T.Unknown(), { description: "Values of the input properties, by key" }),
  }),
  subject: ({ baseId }) => baseId,
});

const importIs = <P extends Parameters<typeof T.Object>[0]>(summary: string, fields: P) => ({
  summary,
  data: T.Object({ importId: T.String(), baseId: T.String(), ...fields }),
  subject: ({ baseId }: { baseId: string }) => baseId,
});
const count = (description: string) => T.Integer({ description });

export const importStarted = defineEvent(
  "bases.import.started",
  importIs("A background import was started", { of: count("Number of rows to create") }),
);
export const importProgressed = defineEvent(
  "bases.import.progressed",
  importIs("A background import created a portion of its rows", {
    rows: count("Number of rows created so far"),
    of: count("Number of rows to create"),
  }),
);
export const importFinished = defineEvent(
  "bases.import.finished",
  importIs("An import was finished", {
    created: count("Number of rows created"),
    skipped: count("Number of lines skipped"),
  }),
);
export const importUndone = defineEvent(
  "bases.import.undone",
  importIs("An import was undone, and its rows were removed", {
    removed: count("Number of rows removed"),
    reason: T.Optional(T.String()),
  }),
);
