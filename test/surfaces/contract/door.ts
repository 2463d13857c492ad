import type { Gateway, Manifest } from "@postern/core";

/** How an operation is called: as it is by default, or executed in any case. */
export type Mode = "default" | "execute";

/** What a caller learns, whichever way the call took. */
export type Outcome =
  | { readonly kind: "answer"; readonly answer: unknown }
  | { readonly kind: "plan"; readonly plan: unknown; readonly digest: string }
  | { readonly kind: "error"; readonly code: string; readonly status: number; readonly data: unknown };

export type OperationEntry = Manifest["operations"][number];

/** A gateway of one door, and where it is reached. */
export interface Place {
  readonly gateway: Gateway;
  readonly url: string;
  readonly key: string;
  /** An empty folder of the door. */
  readonly folder: string;
}

/**
 * A way into a gateway. A new one is a file in `doors` and a line in the list of `contract.test.ts`: it calls the
 * operation with the input and the idempotency key, and returns what the caller learns.
 */
export interface Door {
  readonly name: string;
  open(place: Place): Promise<{
    call(operation: OperationEntry, input: object, mode: Mode, idempotencyKey: string): Promise<Outcome>;
    close?(): Promise<void>;
  }>;
}

/** The outcome in an answer: a plan is told apart by its members. */
export function outcomeOf(answer: unknown): Outcome {
  const { dryRun, plan, digest } = answer as { dryRun?: unknown; plan?: unknown; digest?: string };
  return dryRun === true && digest !== undefined ? { kind: "plan", plan, digest } : { kind: "answer", answer };
}

/** Members of a problem document that are not data of the error. */
const COMMON = ["type", "title", "status", "detail", "message", "code", "requestId", "fix"];

/** The outcome in a problem document. */
export function refusalIn(problem: Readonly<Record<string, unknown>>): Outcome {
  const data = Object.fromEntries(Object.entries(problem).filter(([name]) => !COMMON.includes(name)));
  return { kind: "error", code: String(problem.code), status: Number(problem.status), data };
}
