import { defineEvent, T } from "@postern/core";
import { Chart, Property, Report, Row, ToldBase, View } from "./schemas.ts";

// What depends on who asks is no part of what happened.

const baseIs = (past: string) => ({
  summary: `A base was ${past}`,
  data: T.Object({ base: ToldBase }),
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
export const baseUnarchived = defineEvent("bases.base.unarchived", baseIs("taken back from the archive"));

export const propertyCreated = defineEvent("bases.property.created", propertyIs("created"));
export const propertyUpdated = defineEvent("bases.property.updated", propertyIs("updated"));
export const propertyDeleted = defineEvent("bases.property.deleted", propertyIs("deleted; its values are kept"));
export const propertyRestored = defineEvent("bases.property.restored", propertyIs("restored, with its values"));
export const propertyPurged = defineEvent("bases.property.purged", propertyIs("purged, and its values with it"));
export const propertyConverted = defineEvent("bases.property.converted", {
  summary: "All rows have the new type of a property",
  data: T.Object({ baseId: T.String(), propertyId: T.String(), converted: T.Integer(), cleared: T.Integer() }),
  subject: ({ baseId }) => baseId,
});

export const rowCreated = defineEvent("bases.row.created", rowIs("created"));
export const rowUpdated = defineEvent("bases.row.updated", rowIs("updated"));
export const rowArchived = defineEvent("bases.row.archived", rowIs("archived"));
export const rowUnarchived = defineEvent("bases.row.unarchived", rowIs("taken back from the archive"));

export const rowsChanged = defineEvent("bases.rows.changed", {
  summary:
    "Rows changed together, without events of their own: made or removed by an import, or by a change of a property",
  data: T.Object({ baseId: T.String(), rows: T.Array(T.String(), { description: "Their ids" }) }),
  subject: ({ baseId }) => baseId,
});

export const viewCreated = defineEvent("bases.view.created", viewIs("created"));
export const viewUpdated = defineEvent("bases.view.updated", viewIs("updated"));
export const viewRemoved = defineEvent("bases.view.removed", viewIs("removed"));
export const chartCreated = defineEvent("bases.chart.created", chartIs("created"));
export const chartUpdated = defineEvent("bases.chart.updated", chartIs("updated"));
export const chartRemoved = defineEvent("bases.chart.removed", chartIs("removed"));

export const agentRequested = defineEvent("bases.agent.requested", {
  summary: "An agent is to fill in a value of a row, with bases.rows.update",
  data: T.Object({
    baseId: T.String(),
    row: T.String(),
    property: T.String({ description: "Its key" }),
    agentId: T.String(),
    instructions: T.String(),
    inputs: T.Record(T.String(), T.Unknown(), { description: "By key" }),
  }),
  subject: ({ baseId }) => baseId,
});

const importIs = <P extends Parameters<typeof T.Object>[0]>(summary: string, told: P) => ({
  summary,
  data: T.Object({ importId: T.String(), baseId: T.String(), ...told }),
  subject: ({ baseId }: { baseId: string }) => baseId,
});
const count = (description: string) => T.Integer({ description });

export const importStarted = defineEvent(
  "bases.import.started",
  importIs("An import was taken up that goes on in the background", { of: count("Rows to come") }),
);
export const importProgressed = defineEvent(
  "bases.import.progressed",
  importIs("An import has made a portion of its rows; they have no events of their own", {
    rows: count("Made so far"),
    of: count("Rows in all"),
  }),
);
export const importFinished = defineEvent(
  "bases.import.finished",
  importIs("An import has made all its rows", { created: count("Rows made"), skipped: count("Lines left out") }),
);
export const importUndone = defineEvent(
  "bases.import.undone",
  importIs("An import was undone, and what it made removed", {
    removed: count("Rows removed"),
    reason: T.Optional(T.String()),
  }),
);
