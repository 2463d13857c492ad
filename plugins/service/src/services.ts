/** What the command line opens backups with. */
export { encryptionOf } from "./age.ts";
export { BackupLocked } from "./locked.ts";
export { openAnyBackup } from "./open.ts";
