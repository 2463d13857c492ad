/** One problem of an input. `path` is a JSON pointer into the input. */
export interface Issue {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** What a gateway answers instead of a result (RFC 9457), or what the client found on its own (`client.…`). */
export interface Problem {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly issues?: readonly Issue[];
  readonly fix?: string;
  readonly requestId?: string;
  readonly data?: unknown;
  /** Milliseconds after which the gateway asks to repeat the request. */
  readonly retryAfterMs?: number;
  readonly cause?: unknown;
}

const BRAND = Symbol.for("postern.client.error");

/**
 * A call that failed. `code` is stable: that of the gateway, such as `chats.not_found`, or `client.network`,
 * `client.timeout` or `client.invalid_answer`, which have the status 0. `data` are the members of the error.
 */
export class PosternError<Code extends string = string, Data = unknown> extends Error {
  readonly [BRAND] = true;
  readonly code: Code;
  /** The HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** What is wrong, and what to do. The same text as `message`. */
  readonly detail: string;
  /** The invalid fields of the input, for `gateway.invalid_input`. */
  readonly issues: readonly Issue[];
  /** The command that resolves it, if there is one. */
  readonly fix: string | undefined;
  /** The id by which the gateway's log names the request. */
  readonly requestId: string | undefined;
  readonly data: Data;
  readonly retryAfterMs: number | undefined;

  constructor(problem: Problem) {
    super(problem.detail, problem.cause === undefined ? undefined : { cause: problem.cause });
    this.name = "PosternError";
    this.code = problem.code as Code;
    this.status = problem.status;
    this.detail = problem.detail;
    this.issues = problem.issues ?? [];
    this.fix = problem.fix;
    this.requestId = problem.requestId;
    this.data = (problem.data ?? {}) as Data;
    this.retryAfterMs = problem.retryAfterMs;
  }

  /** Whether the error has this code. `client.isError` also types `data`. */
  is<Wanted extends string>(code: Wanted): this is PosternError<Wanted, Data> {
    return (this.code as string) === code;
  }

  /** Recognizes errors by a brand, so that two copies of this package in one program understand each other. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && BRAND in value;
  }
}
