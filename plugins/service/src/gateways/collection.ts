import { defineCollection, type Static, T } from "@postern/core";

const GatewayRecord = T.Object({
  id: T.String(),
  host: T.String(),
  version: T.String(),
  pid: T.Integer(),
  /** Where the process runs and when it started: see `ProcessMark`. */
  start: T.Optional(T.String()),
  startedAt: T.Integer(),
  reportedAt: T.Integer(),
  /** When it counts as lost, unless it reports before. */
  until: T.Integer(),
  lag: T.Integer(),
  held: T.Record(T.String(), T.Integer()),
  /** When it was asked to leave its work to others. */
  drainedAt: T.Optional(T.Integer()),
  /** Whether it has done so. */
  isIdle: T.Optional(T.Literal(true)),
  /** When another gateway noticed that it is lost. */
  lostAt: T.Optional(T.Integer()),
});
export type GatewayRecord = Static<typeof GatewayRecord>;

/** The gateways that serve the store. Each writes its own record. */
export const gateways = defineCollection("service.gateway", {
  schema: GatewayRecord,
  key: ({ id }) => [id],
  indexes: { byLoss: ({ lostAt }) => (lostAt === undefined ? undefined : [lostAt]) },
});
