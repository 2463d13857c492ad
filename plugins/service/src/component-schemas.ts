import { Duty, Finding, IndexBuild, Plugin, Store, Streams } from "./schemas.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = {
  Finding,
  IndexBuild,
  PluginStatus: Plugin,
  QueueStatus: Duty,
  StoreStatus: Store,
  StreamStatus: Streams,
};
