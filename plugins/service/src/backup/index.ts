export { differenceOf, fill, isEmpty, type Portion, portionsOf } from "./copy.ts";
export {
  type Backup,
  openBackup,
} from "./file.ts";
export type { BackupCounts, BackupHeader } from "./frame.ts";
export { InvalidBackup } from "./invalid.ts";
export { ownFingerprint, SigningKeyUnusable, signerOf } from "./signing-key.ts";
export { type BackupSource, fileSource } from "./source.ts";
export { type BackupOptions, sweepBackups, writeBackup } from "./write.ts";
export { createBackupWriter } from "./writer.ts";
