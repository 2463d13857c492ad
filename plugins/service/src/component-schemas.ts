import { Backup, BackupPolicy } from "./backups/schemas.ts";
import { HeldWork, Member } from "./gateways/schemas.ts";
import {
  CheckStatus,
  Finding,
  IndexBuild,
  LastError,
  Plugin,
  Problem,
  QueueStatus,
  Store,
  Streams,
} from "./schemas.ts";
import { UndoableCommand } from "./undo/schemas.ts";

/** Schemas shared by operations and events, by their names in generated clients. */
export const schemas = {
  BackupFile: Backup,
  BackupPolicy,
  CheckStatus,
  Finding,
  GatewayMember: Member,
  HealthProblem: Problem,
  HeldWork,
  IndexBuild,
  LastError,
  PluginStatus: Plugin,
  QueueStatus,
  StoreStatus: Store,
  StreamStatus: Streams,
  UndoableCommand,
};
