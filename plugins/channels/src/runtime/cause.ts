/** An error as a field of a log line. */
export const causeOf = (error: unknown): Record<string, unknown> => ({
  error: error instanceof Error ? error.message : String(error),
});
