import { CheckStatus, Finding, IndexBuild, Plugin, Problem, QueueStatus, Store, Streams } from "./schemas.ts";

/** Schemas shared by operations and events, by their names in generated clients. */
export const schemas = {
  CheckStatus,
  Finding,
  HealthProblem: Problem,
  IndexBuild,
  PluginStatus: Plugin,
  QueueStatus,
  StoreStatus: Store,
  StreamStatus: Streams,
};
