import { definePlugin } from "@postern/core";
import { createSharedRuns } from "@postern/core/queue";
import type { Verified } from "@postern/core/storage";
import { maintainStore } from "./background.ts";
import * as collections from "./collections.ts";
import { schemas } from "./component-schemas.ts";
import { backupMade } from "./events.ts";
import { group } from "./group.ts";
import { backup } from "./operations/backup.ts";
import { backupsVerify } from "./operations/backups.verify.ts";
import { doctor } from "./operations/doctor.ts";
import { plugins } from "./operations/plugins.ts";
import { status } from "./operations/status.ts";
import { verify } from "./operations/verify.ts";

export { BackupDamaged, BackupExists, BackupFailed, BackupNotFound, BackupNotOpened, NoDataFolder } from "./errors.ts";
export { backup, backupMade, backupsVerify, doctor, plugins, status, verify };

/** Status, diagnostics, verification and backups of the gateway. */
export default definePlugin(group, {
  version: "1.0.0",
  schemas,
  collections,
  operations: [status, plugins, doctor, verify, backup, backupsVerify],
  events: [backupMade],
  setup: () => ({ state: { verifications: createSharedRuns<Verified>() } }),
  start: maintainStore,
});
