/** Functions for the command line to open backups. */
export { encryptionOf } from "./age.ts";
export { BackupLocked } from "./locked.ts";
export { openAnyBackup } from "./open.ts";
