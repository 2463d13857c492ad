/** What is wrong with a file that should be a backup. */
export class InvalidBackup extends Error {
  readonly code = "INVALID_BACKUP";
  /** In bytes from the start of the file. */
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(`${message}, at byte ${offset}`);
    this.name = "InvalidBackup";
    this.offset = offset;
  }
}
