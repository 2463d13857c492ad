/** What the command ends with. */
export const Exit = { done: 0, failed: 1, usage: 2, planned: 3, notPermitted: 4, conflict: 5 } as const;
export type ExitCode = (typeof Exit)[keyof typeof Exit];

/** A mistake in how the command was called: one line that says what would be right. */
export class UsageError extends Error {
  readonly exit: ExitCode;

  constructor(message: string, exit: ExitCode = Exit.usage) {
    super(message);
    this.name = "UsageError";
    this.exit = exit;
  }
}

/** The exit code that an answer of the gateway stands for. */
export function exitOf(status: number, body: unknown): ExitCode {
  if (status === 400 || status === 404) return status === 400 ? Exit.usage : Exit.failed;
  if (status === 401 || status === 403) return Exit.notPermitted;
  if (status === 409 || status === 412) return Exit.conflict;
  if (status >= 300) return Exit.failed;
  const { dryRun, success } = body as { dryRun?: unknown; success?: unknown };
  if (dryRun === true) return Exit.planned;
  return success === false ? Exit.failed : Exit.done;
}
