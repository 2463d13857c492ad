import type { Static, TObject, TSchema } from "@sinclair/typebox";

const BRAND = Symbol.for("postern.error");

/** A failure that callers are meant to handle: its code is stable and its data are part of the API. */
export class GatewayError<Code extends string = string, Data = unknown> extends Error {
  readonly [BRAND] = true;
  readonly definition: ErrorDefinition<Code>;
  readonly data: Data;
  /** The context of the failed call, which the gateway needs to count refusals. */
  contextId?: string;
  /** Whether it is the stored outcome of an earlier call. */
  isReplay?: true;

  constructor(definition: ErrorDefinition<Code>, data: Data) {
    super(definition.describe(data));
    this.name = definition.code;
    this.definition = definition;
    this.data = data;
  }

  get code(): Code {
    return this.definition.code;
  }
  get status(): number {
    return this.definition.status;
  }
}

/** A declared error. Called with its data, it makes the error to throw. */
// biome-ignore lint/suspicious/noExplicitAny: a list of definitions holds errors of any data
export interface ErrorDefinition<Code extends string = string, Data = any> {
  readonly code: Code;
  readonly status: number;
  readonly title: string;
  readonly data: TSchema;
  describe(data: Data): string;
  fix?(data: Data): string | undefined;
  (data: Data): GatewayError<Code, Data>;
}

/** Members of every problem body, which the data of an error cannot redefine. */
const RESERVED = ["type", "title", "status", "detail", "message", "requestId", "code", "issues", "fix"];

/**
 * Declares an error as a value: call it with its data and throw the result. `status` is the HTTP status, `fix` the
 * exact command that resolves it.
 */
export function defineError<const Code extends `${string}.${string}`, S extends TObject>(
  code: Code,
  def: {
    status: number;
    data: S;
    message: (data: Static<S>) => string;
    title?: string;
    fix?: (data: Static<S>) => string | undefined;
  },
): ErrorDefinition<Code, Static<S>> {
  const taken = Object.keys(def.data.properties).find(
    (name) => RESERVED.includes(name) && !code.startsWith("gateway."),
  );
  if (taken) throw new Error(`Error ${code}: data cannot have a member named "${taken}", which is reserved`);
  const make = (data: Static<S>) => new GatewayError(definition, data);
  const definition: ErrorDefinition<Code, Static<S>> = Object.assign(make, {
    code,
    status: def.status,
    title: def.title ?? titleOf(code),
    data: def.data,
    describe: def.message,
    ...(def.fix && { fix: def.fix }),
  });
  return definition;
}

/**
 * Recognizes a declared error by its brand. `instanceof` would fail with two copies of this package in one process and
 * turn a plugin's 404 into an internal error.
 */
export function isGatewayError(error: unknown): error is GatewayError {
  return typeof error === "object" && error !== null && BRAND in error;
}

/** All problems of an input in one line. */
export const issuesText = (issues: readonly { readonly path: string; readonly message: string }[]): string =>
  issues.map(({ path, message }) => `${path || "/"} ${message}`).join("; ");

/** Records whose call ended in an error. */
export function attributed<E>(error: E, contextId: string): E {
  if (isGatewayError(error)) error.contextId = contextId;
  return error;
}

/** The title of `tasks.dependency_cycle` is "Dependency cycle". */
function titleOf(code: string): string {
  const words = code.slice(code.lastIndexOf(".") + 1).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
