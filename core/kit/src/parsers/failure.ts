/** Why a parser did not finish. `start`: its process could not be started, which is not the fault of the file. */
export type FailureReason = "memory" | "time" | "output" | "crash" | "error" | "start";

/** A parser did not finish with a file. The message continues a sentence such as "The file …". */
export class ParserFailed extends Error {
  override readonly name = "ParserFailed";
  readonly reason: FailureReason;

  constructor(reason: FailureReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

export const outOfMemory = (limit: number): ParserFailed =>
  new ParserFailed("memory", `needs more than ${limit} MiB of memory to read`);

export const outOfTime = (timeout: number): ParserFailed =>
  new ParserFailed("time", `takes more than ${timeout / 1_000} seconds to read`);

export const tooMuchOutput = (limit: number): ParserFailed =>
  new ParserFailed("output", `results in more than ${limit} bytes`);

/** What V8 writes to standard error before it aborts because of memory. */
const MEMORY_FAULT =
  /heap out of memory|Allocation failed|invalid (table|array) (size|length)|bad_alloc|Cannot allocate/i;

/** The failure of a process that ended by itself, from the last part of its standard error. */
export function endFailure(end: string, log: string, limit: number): ParserFailed {
  if (MEMORY_FAULT.test(log)) return outOfMemory(limit);
  return new ParserFailed("crash", `ended the process that reads it (${end})`, { cause: new Error(log) });
}
