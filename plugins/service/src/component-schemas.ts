import { Duty, Finding, Plugin, Store, Streams } from "./schemas.ts";

/** Schemas that several operations or events share, under the names that generated clients give them. */
export const schemas = { Finding, PluginStatus: Plugin, QueueStatus: Duty, StoreStatus: Store, StreamStatus: Streams };
