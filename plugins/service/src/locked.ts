/** Why an encrypted backup is not opened; its message says what is needed. */
export class BackupLocked extends Error {}
