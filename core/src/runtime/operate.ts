import type { Answer } from "../define/call.ts";
import { planDigest } from "../define/digest.ts";
import { Forbidden, InvalidResponse, PlanStale } from "../define/errors.ts";
import { observed } from "../define/observer.ts";
import type { Operation, PlanShape } from "../define/operation.ts";
import { check } from "../define/validate.ts";
import { known, type MaybePromise, notJson } from "../storage/index.ts";
import { endsWith } from "./admit.ts";
import { ReadingContext, WritingContext } from "./call-context.ts";
import type { Handler, Runtime, Step, Work } from "./work.ts";

/** The operation reads and decides. That answers queries, dry runs, and commands with nothing left to do. */
export const planning: Step = (next) => (work) => plan(work, next);

async function plan(work: Work, next: Handler): Promise<Answer> {
  const { runtime, call } = work;
  const { operation, input, plan: seen } = call;
  const reading = new ReadingContext(work, work.ask("plan"));
  const decide = () => operation.plan(reading as never, input as never);
  const decided = await observed(runtime.observers, "plan", decide, call);
  if (operation.kind === "query") return { done: true, output: validOutput(runtime, operation, decided) };
  const { answer } = decided as PlanShape;
  work.reading = reading;
  work.plan = decided as PlanShape;
  if (seen !== undefined && seen !== (await digestOf(work))) throw PlanStale({});
  if (answer === undefined && endsWith(decided, call))
    return { done: false, plan: decided, digest: await digestOf(work) };
  // A plan of what may only be proposed saw more than its caller may: the answer is the one with its own rights.
  if (answer !== undefined && call.proposal) return plan(work.asItself(), refused);
  if (answer !== undefined) return { done: true, output: validOutput(runtime, operation, answer) };
  return next(work);
}

/** With its own rights the caller has something to do, or may not do it. */
const refused: Handler = async ({ call: { operation } }) => {
  throw Forbidden({ scope: operation.scope });
};

/** The digest of the plan of a call. */
export const digestOf = ({ call: { operation, input, caller }, part, plan }: Work): MaybePromise<string> =>
  planDigest(operation, part.version, input, plan, caller);

/** The last of the steps: what was planned is done, and its answer checked. */
export const executing: Handler = async (work) => {
  const { runtime, call, plan } = work;
  const { operation, input } = call;
  const writing = new WritingContext(work, work.ask("execute"));
  const execute = () => operation.execute?.(writing as never, plan as never, input as never);
  const done = await observed(runtime.observers, "execute", execute, call);
  return { done: true, output: validOutput(runtime, operation, done) };
};

/** The declared part of an answer. Checked before the commit, so that an invalid answer changes nothing. */
function validOutput(runtime: Runtime, operation: Operation, answer: unknown): unknown {
  const output = operation.trim(answer, (path) => runtime.onUndeclared(operation, path));
  const fault = operation.kind === "command" ? notJson(output) : undefined;
  const issues = fault ?? check(operation.output, operation.kind === "command" ? known(output, 1) : output);
  if (issues.length === 0) return output;
  runtime.onInvalid(operation, issues);
  throw InvalidResponse({ operation: operation.id });
}
