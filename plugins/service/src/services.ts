/** What the command line opens backups with. */
export { BackupLocked, encryptionOf } from "./age.ts";
export { openAnyBackup } from "./open.ts";
