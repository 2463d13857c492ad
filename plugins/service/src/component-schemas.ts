import { CheckStatus, Finding, IndexBuild, Plugin, Problem, QueueStatus, Store, Streams } from "./schemas.ts";

/** Schemas shared by operations and events, by their names in generated clients. */
export const schemas = {
  CheckStatus,
  Finding,
  IndexBuild,
  PluginStatus: Plugin,
  Problem,
  QueueStatus,
  StoreStatus: Store,
  StreamStatus: Streams,
};
