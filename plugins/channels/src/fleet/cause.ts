/** An error as a log line has it. */
export const causeOf = (error: unknown): Record<string, unknown> => ({
  error: error instanceof Error ? error.message : String(error),
});
