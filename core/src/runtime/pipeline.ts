import { setImmediate as pause } from "node:timers/promises";
import type { ProposalOutcome } from "../define/approvals.ts";
import type { Answer, Call, CallAs } from "../define/call.ts";
import { planDigest } from "../define/digest.ts";
import { isGatewayError } from "../define/error.ts";
import { Forbidden, InvalidResponse, PlanStale } from "../define/errors.ts";
import { type Observers, observed } from "../define/observer.ts";
import type { Operation, PlanShape } from "../define/operation.ts";
import { check } from "../define/validate.ts";
import { entryOf, type Run, record } from "../journal/entry.ts";
import {
  after,
  type Batch,
  known,
  notJson,
  OutcomeUnknown,
  recordsOf,
  Transaction,
  type Version,
} from "../storage/index.ts";
import { processMark } from "../storage/process-mark.ts";
import { type Admitted, admit, endsWith } from "./admit.ts";
import { failedRunOf, joinedBy, runOf } from "./audit.ts";
import { type CallSetting, type PluginInstance, ReadingContext, WritingContext } from "./call-context.ts";
import { answered, endClaim, firstOutcome, idempotentCall, isRefusal, keep, refused } from "./idempotency.ts";
import { approvalsOf, proposed, type ReviewedWork, type Reviewing, review } from "./review.ts";
import { type Attempt, attempted, isUnavailable, type JoinableCommit, transact } from "./transactions.ts";
import { type NoteUndo, type Undoing, undoing } from "./undo.ts";

/** Limit of nested calls, which ends cycles. */
const MAX_DEPTH = 16;

export interface Runtime extends Reviewing, Undoing {
  /** Records that a command failed, without slowing down the call. */
  failed(call: Admitted, run: Run): void;
  readonly observers: Observers;
  /** Throws `gateway.unavailable` when the operation's plugin is not running. */
  part(operation: Operation): PluginInstance;
  onInvalid(operation: Operation, issues: unknown): void;
  /** Called with the path of each undeclared member of an answer. */
  onUndeclared(operation: Operation, path: string): void;
}

/** The content of one commit. A nested call adds to that of the outer call. */
interface Work extends ReviewedWork {
  /** Whether external work has started, which cannot be undone. */
  hasBegun?: boolean;
  noteUndo?: NoteUndo | undefined;
}

/** Thrown if external work could not be claimed because something it read has changed. */
const LOST = new Error("Claiming the external work failed because of a conflict");

/** The only path of calls: authorize, validate, plan, execute, commit, publish. */
export const perform = (runtime: Runtime, call: Call): Promise<Answer> =>
  observed(runtime.observers, "call", (own = call) => admitted(runtime, own), call) as Promise<Answer>;

function admitted(runtime: Runtime, call: Call): Promise<Answer> {
  const checked = admit(call, 0);
  const { operation, input, caller, mode } = checked;
  if (mode === "query" || mode === "plan") return readOrPlan(runtime, checked);
  const { idempotencyKey: key } = call;
  if (key === undefined) return audited(runtime, checked);
  const calling = idempotentCall(operation, caller.contextId, key, input);
  // Without secrets nothing is waited for, so calls begin in the order in which they were made.
  return Promise.resolve(after(calling, (once) => audited(runtime, { ...checked, once })));
}

/** A successful command is recorded in its own commit; a failed one has none. */
async function audited(runtime: Runtime, call: Admitted): Promise<Answer> {
  const { operation, once } = call;
  let work: Work | undefined;
  try {
    return await attempted(runtime, (tx) => {
      const lookup = once && isExternal(operation) ? new Transaction(runtime.driver) : tx;
      work = { tx, lookup, events: [] };
      return attempt(runtime, call, work);
    });
  } catch (thrown) {
    // External work that has begun may have been done, whatever failed after it.
    const error = work?.hasBegun && isUnavailable(thrown) ? new OutcomeUnknown(thrown) : thrown;
    // If even this cannot be written, the claim remains and its outcome later counts as unclear.
    if (once && work?.hasBegun)
      await transact(runtime, (store) => endClaim(store, once, error, runtime.now())).catch(() => {});
    // What may have been committed is in the journal as done, if it was.
    if (!isReplay(error) && !isOutcomeUnknown(error)) runtime.failed(call, failedRunOf(call, error));
    throw error;
  }
}

/** Queries and dry runs read one snapshot and write nothing. */
async function readOrPlan(runtime: Runtime, call: Admitted): Promise<Answer> {
  runtime.driver.refresh?.();
  const snapshot = runtime.driver.snapshot();
  try {
    const tx = new Transaction(snapshot, runtime.onDamaged);
    return await run(runtime, call, { tx, lookup: tx, events: [] });
  } finally {
    snapshot.release();
  }
}

/** Whether its `execute` must not run twice. */
const isExternal = ({ effect, outside }: Operation): boolean => outside ?? effect === "external";

async function attempt(runtime: Runtime, call: Admitted, work: Work): Promise<Attempt<Answer> | undefined> {
  try {
    const answer = await run(runtime, call, work);
    const outcome = { of: (number: Version) => finish(answer, number) };
    // A plan changes nothing, and a replayed answer was recorded by the first call.
    if (answer.replayed || (!answer.done && !answer.pending)) return { outcome };
    if (!answer.done) return { outcome, ...proposed(runtime, call, work) };
    await work.noteUndo?.(work, 0);
    const began = performance.now();
    const done = runOf(call);
    // The digest of a large input takes long. Timers and sockets are served between two immediates, before the rest.
    if (performance.now() - began > 20) await pause().then(() => pause());
    const entry = entryOf(work.events, call.caller, runtime.now(), done, call.cause);
    record(work.tx, entry);
    const onCommitted = (number: Version) => runtime.onCommitted(entry, number);
    return { outcome, batch: work.tx.batch(), onCommitted, isFinal: work.hasBegun };
  } catch (error) {
    if (error === LOST) return undefined;
    if (work.hasBegun || isReplay(error)) return { outcome: { error } };
    return { outcome: { error }, batch: await refusal(runtime, call, work, error) };
  }
}

/** The checks of an error and, with an idempotency key, the record that stores it for repeated calls. */
async function refusal(runtime: Runtime, { once }: Admitted, { tx, lookup }: Work, error: unknown): Promise<Batch> {
  const checks = tx === lookup ? tx.checks : [...tx.checks, ...lookup.checks];
  if (!once || !isRefusal(error)) return { checks, writes: [] };
  const keeping = new Transaction(runtime.driver);
  await keep(recordsOf(keeping), once, runtime.now(), refused(error));
  return { checks: [...checks, ...keeping.checks], writes: keeping.batch().writes };
}

/** Records that external work starts, if everything it read is still valid, so that nobody starts it a second time. */
async function begin(runtime: Runtime, { once, operation }: Admitted, work: Work): Promise<void> {
  if (work.isJoined)
    throw new Error(`${operation.id} works outside the store: call it with host.call, not within a commit`);
  if (once) {
    await keep(recordsOf(work.lookup), once, runtime.now(), { state: "running", by: processMark() });
    const { checks, writes } = work.lookup.batch();
    if ((await runtime.queue.commit({ checks: [...work.tx.checks, ...checks], writes })) === false) throw LOST;
  }
  work.hasBegun = true;
}

async function run(runtime: Runtime, call: Admitted, work: Work): Promise<Answer> {
  const { operation, input, once, plan: seen } = call;
  const part = runtime.part(operation);
  const now = runtime.now();
  const ask = (mode: Admitted["mode"]) => (operation: Operation, input: unknown) =>
    inner(runtime, { ...call, mode }, work, operation, input);
  const setting = { part, call, now, id: runtime.id, work, others: others(runtime, call, work) };
  const approvals = () => approvalsOf(runtime, operation);
  const first = once && (await firstOutcome(recordsOf(work.lookup), once, operation, now, approvals));
  if (first) return replayed(first);
  const reading = new ReadingContext(setting, ask("plan"));
  const plan = await observed(runtime.observers, "plan", () => operation.plan(reading as never, input as never), call);
  if (operation.kind === "query") return { done: true, output: validOutput(runtime, operation, plan) };
  const { answer } = plan as PlanShape;
  const digest = () => planDigest(operation, part.version, input, plan, call.caller);
  if (seen !== undefined && seen !== (await digest())) throw PlanStale({});
  if (answer === undefined && endsWith(plan, call)) return { done: false, plan, digest: await digest() };
  if (answer !== undefined) return { done: true, output: validOutput(runtime, operation, answer) };
  const pending = await review(runtime, call, setting, plan as PlanShape, digest);
  if (pending) return pending;
  const noting = isExternal(operation) ? undefined : await undoing(runtime, call, reading, plan as PlanShape);
  if (isExternal(operation)) await begin(runtime, call, work);
  const writing = new WritingContext(setting, ask("execute"));
  const execute = () => operation.execute?.(writing as never, plan as never, input as never);
  const done = await observed(runtime.observers, "execute", execute, call);
  const output = validOutput(runtime, operation, done);
  work.noteUndo = noting?.(output);
  if (once) await keep(recordsOf(work.tx), once, now, answered(operation, output));
  return { done: true, output };
}

/** Calls within this one on behalf of other callers. */
function others(runtime: Runtime, { signal, depth }: Admitted, work: Work): CallSetting["others"] {
  const callOf = ({ input, ...call }: CallAs, more: Pick<Call, "dryRun" | "execute">): Call => ({
    ...{ ...call, ...more, signal, input: structuredClone(input ?? {}) },
  });
  return {
    plan: async (call) => run(runtime, admit(callOf(call, { dryRun: true }), depth + 1), work),
    call: (call) => join(runtime, callOf(call, { execute: true }), { ...work, faults: [] }),
  };
}

/** A nested call joins the commit of the outer call. */
async function inner(runtime: Runtime, outer: Admitted, work: Work, operation: Operation, input: unknown) {
  if (outer.depth >= MAX_DEPTH) throw new Error(`Operations call each other in a cycle: ${operation.id}`);
  const { caller, cause, signal, depth } = outer;
  const asked = { operation, input: structuredClone(input ?? {}), caller, cause, signal, execute: true };
  const call = admit(asked, depth + 1);
  const answer = await run(runtime, operation.kind === "query" ? call : { ...call, mode: outer.mode }, work);
  return answer.done ? answer.output : answer.plan;
}

/** Executes an operation within a plugin's own commit. If it fails the commit fails, since half of it may be staged. */
export async function join(runtime: Runtime, call: Call, { tx, events, faults }: JoinableCommit): Promise<unknown> {
  try {
    const admitted = admit(call, 0);
    if (admitted.proposal) throw Forbidden({ scope: call.operation.scope });
    const work: Work = { tx, lookup: tx, events: [], isJoined: true };
    const answer = await run(runtime, admitted, work);
    await work.noteUndo?.({ tx, events }, events.length + 1);
    events.push(...joinedBy(admitted, work.events));
    return answer.done ? answer.output : answer.plan;
  } catch (error) {
    faults.push(error);
    throw error;
  }
}

/** The declared part of an answer. Checked before the commit, so that an invalid answer changes nothing. */
function validOutput(runtime: Runtime, operation: Operation, answer: unknown): unknown {
  const output = operation.trim(answer, (path) => runtime.onUndeclared(operation, path));
  const fault = operation.kind === "command" ? notJson(output) : undefined;
  const issues = fault ?? check(operation.output, operation.kind === "command" ? known(output, 1) : output);
  if (issues.length === 0) return output;
  runtime.onInvalid(operation, issues);
  throw InvalidResponse({ operation: operation.id });
}

/** Whether an error is the stored outcome of an earlier call. */
const isReplay = (error: unknown): boolean => isGatewayError(error) && error.isReplay === true;

const isOutcomeUnknown = (error: unknown): boolean => Object(error).outcomeUnknown === true;

function replayed(first: ProposalOutcome): Answer {
  if ("answer" in first) return { done: true, output: first.answer, replayed: true };
  if ("pending" in first) return { done: false, ...first.pending, pending: first.pending, replayed: true };
  first.error.isReplay = true;
  throw first.error;
}

const finish = (answer: Answer, number: Version): Answer =>
  answer.done ? { ...answer, output: known(answer.output, number) } : answer;
