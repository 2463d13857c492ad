import type { RequestOptions, Transport } from "../http/transport.ts";
import { type CallOptions, callOperation, newKey } from "./call.ts";

/** What a command would do, as it was shown. */
export interface PlanShape {
  /** One sentence that says what will be done. */
  readonly summary: string;
  /** The external systems it reaches. */
  readonly effects?: readonly string[];
  readonly [member: string]: unknown;
}

/** The answer of an operation that was not executed. */
export interface DryRun<Plan = PlanShape> {
  readonly dryRun: true;
  readonly plan: Plan;
  readonly digest: string;
}

/** A plan that can be executed. */
export interface Planned<Output, Plan = PlanShape> {
  /** Absent if there is nothing to do. */
  readonly plan?: Plan;
  /** Identifies the plan; absent if there is nothing to do. */
  readonly digest?: string;
  /** The answer, if there is nothing to do. */
  readonly answer?: Output;
  /**
   * Executes exactly this plan. If it has changed since it was shown, the call fails with `gateway.plan_stale` and
   * nothing is done. Repeated calls have the first outcome.
   */
  execute(options?: RequestOptions): Promise<Output>;
}

/** Asks a command for its plan. Writes nothing. */
export async function planOperation(
  transport: Transport,
  id: string,
  input: unknown,
  options: CallOptions = {},
): Promise<Planned<unknown>> {
  const found = (await callOperation(transport, id, input, options, { "x-dry-run": "true" })) as Partial<DryRun>;
  const { dryRun, plan, digest } = found;
  // A command with nothing to do answers at once.
  if (dryRun !== true || !plan || digest === undefined) return { answer: found, execute: async () => found };
  const ifMatch = { "if-match": `"${digest}"` } as const;
  const idempotencyKey = options.idempotencyKey ?? newKey();
  const run = (execute: boolean | undefined, given: RequestOptions) =>
    callOperation(
      transport,
      id,
      input,
      { ...given, idempotencyKey, ...(execute !== undefined && { execute }) },
      ifMatch,
    );
  return {
    plan,
    digest,
    async execute(given = {}) {
      // Operations that always execute refuse the field; the others answer with the plan again, and nothing is done.
      const answer = await run(undefined, given);
      return isDryRun(answer) ? run(true, given) : answer;
    },
  };
}

const isDryRun = (answer: unknown): boolean => (answer as Partial<DryRun>).dryRun === true;
