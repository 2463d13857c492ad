/** An encrypted backup cannot be opened; the message gives the reason. */
export class BackupLocked extends Error {}
