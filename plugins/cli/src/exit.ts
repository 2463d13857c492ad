/** Exit codes. */
export const Exit = {
  done: 0,
  failed: 1,
  usage: 2,
  planned: 3,
  notPermitted: 4,
  conflict: 5,
  damaged: 6,
  interrupted: 130,
} as const;
export type ExitCode = (typeof Exit)[keyof typeof Exit];

/** Ends the command with a one-line error. A usage error by default. */
export class Refusal extends Error {
  readonly exit: ExitCode;

  constructor(message: string, exit: ExitCode = Exit.usage) {
    super(message);
    this.name = "Refusal";
    this.exit = exit;
  }
}

/** A gateway that cannot be reached, or whose response was interrupted. It may be starting again. */
export class Unreachable extends Refusal {
  constructor(message: string) {
    super(message, Exit.failed);
    this.name = "Unreachable";
  }
}

/** The exit code for a response. A response that is not a JSON object does not come from a gateway. */
export function exitOf(status: number, body: Readonly<Record<string, unknown>> | undefined): ExitCode {
  if (status === 400) return Exit.usage;
  if (status === 401 || status === 403) return Exit.notPermitted;
  if (status === 409 || status === 412) return Exit.conflict;
  if (status >= 300 || !body) return Exit.failed;
  // Neither a plan nor a command that waits for approval has been executed.
  if (body.dryRun === true || status === 202) return Exit.planned;
  return body.success === false ? Exit.failed : Exit.done;
}
