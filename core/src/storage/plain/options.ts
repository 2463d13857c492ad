/** How a plain driver is completed. */
export interface CompleteOptions {
  /** Unix milliseconds. */
  now?: () => number;
  log?: { warn(fields: Record<string, unknown>, message: string): void };
  /** How long a call of a plain driver may take, in milliseconds; 10,000 by default. */
  limit?: number;
  /**
   * False if no other process can access the data of the driver. By default false for unstorage's in-memory drivers.
   */
  lease?: boolean;
}
