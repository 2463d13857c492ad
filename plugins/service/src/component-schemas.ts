import { Backup, BackupPolicy } from "./backups/schemas.ts";
import { Finding, IndexBuild, Plugin, QueueStatus, Store, Streams } from "./schemas.ts";

/** Schemas shared by operations and events, by their names in generated clients. */
export const schemas = {
  BackupFile: Backup,
  BackupPolicy,
  Finding,
  IndexBuild,
  PluginStatus: Plugin,
  QueueStatus,
  StoreStatus: Store,
  StreamStatus: Streams,
};
