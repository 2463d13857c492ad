import { setImmediate as pause } from "node:timers/promises";
import type { Answer, Call, CallAs } from "../define/call.ts";
import { isGatewayError } from "../define/error.ts";
import { Canceled, Forbidden } from "../define/errors.ts";
import { observed } from "../define/observer.ts";
import { entryOf, record } from "../journal/entry.ts";
import { after, type Batch, known, recordsOf, Transaction, type Version } from "../storage/index.ts";
import { type Admitted, admit } from "./admit.ts";
import { failedRunOf, joinedBy, runOf } from "./audit.ts";
import { claimFor, claiming, failedOutside, LOST } from "./claim.ts";
import { idempotentCall, isRefusal, keep, refused } from "./idempotency.ts";
import { executing, planning } from "./operate.ts";
import { remembering, replaying } from "./replay.ts";
import { proposed, reviewing } from "./review.ts";
import { type Attempt, attempted, type JoinableCommit } from "./transactions.ts";
import { noting } from "./undo.ts";
import { type Commit, type FurtherCalls, type Runtime, type Step, Work } from "./work.ts";

/** Limit of nested calls, which ends cycles. */
const MAX_DEPTH = 16;

/** What happens to a call within its commit, in this order. */
const STEPS: readonly Step[] = [replaying, planning, reviewing, noting, claiming, remembering];
const handle = STEPS.reduceRight((next, step) => step(next), executing);

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

/** Queries and dry runs read one snapshot and write nothing. */
async function readOrPlan(runtime: Runtime, call: Admitted): Promise<Answer> {
  runtime.driver.refresh?.();
  const snapshot = runtime.driver.snapshot();
  try {
    return await run(runtime, call, { tx: new Transaction(snapshot, runtime.onDamaged), events: [], place: first });
  } finally {
    snapshot.release();
  }
}

/** A successful command is recorded in its own commit; a failed one has none. */
async function audited(runtime: Runtime, call: Admitted): Promise<Answer> {
  let commit: Commit | undefined;
  try {
    return await attempted(runtime, (tx) => {
      commit = { tx, events: [], place: first, claim: claimFor(runtime, call) };
      return attempt(runtime, call, commit);
    });
  } catch (thrown) {
    const error = await failedOutside(runtime, call, commit?.claim, thrown);
    // What may have been committed is in the journal as done, if it was.
    if (!isReplay(error) && !isOutcomeUnknown(error)) runtime.failed(call, failedRunOf(call, error));
    throw error;
  }
}

/** A command of its own comes before the events of its commit. */
const first = () => 0;

async function attempt(runtime: Runtime, call: Admitted, commit: Commit): Promise<Attempt<Answer> | undefined> {
  try {
    const answer = await run(runtime, call, commit);
    const outcome = { of: (number: Version) => finish(answer, number) };
    // A plan changes nothing, and a replayed answer was recorded by the first call.
    if (answer.replayed || (!answer.done && !answer.pending)) return { outcome };
    if (call.until?.aborted && !commit.claim?.hasBegun) throw Canceled({});
    if (!answer.done) return { outcome, ...proposed(runtime, call, commit) };
    const began = performance.now();
    const done = runOf(call);
    // The digest of a large input takes long. Timers and sockets are served between two immediates, before the rest.
    if (performance.now() - began > 20) await pause().then(() => pause());
    const entry = entryOf(commit.events, call.caller, runtime.now(), done, call.cause);
    record(commit.tx, entry);
    const onCommitted = (number: Version) => runtime.onCommitted(entry, number);
    return { outcome, batch: commit.tx.batch(), onCommitted, isFinal: commit.claim?.hasBegun };
  } catch (error) {
    if (error === LOST) return undefined;
    if (commit.claim?.hasBegun || isReplay(error)) return { outcome: { error } };
    return { outcome: { error }, batch: await refusal(runtime, call, commit, error) };
  }
}

/** The checks of an error and, with an idempotency key, the record that stores it for repeated calls. */
async function refusal(runtime: Runtime, { once }: Admitted, { tx, claim }: Commit, error: unknown): Promise<Batch> {
  const checks = [...tx.checks, ...(claim?.lookup?.checks ?? [])];
  if (!once || !isRefusal(error)) return { checks, writes: [] };
  const keeping = new Transaction(runtime.driver);
  await keep(recordsOf(keeping), once, runtime.now(), refused(error));
  return { checks: [...checks, ...keeping.checks], writes: keeping.batch().writes };
}

const run = (runtime: Runtime, call: Admitted, commit: Commit): Promise<Answer> =>
  handle(new Work(runtime, call, commit, further));

const further: FurtherCalls = {
  /** A nested call joins the commit of the outer call. */
  async inner({ runtime, call: outer, commit }, mode, operation, input) {
    if (outer.depth >= MAX_DEPTH) throw new Error(`Operations call each other in a cycle: ${operation.id}`);
    const { caller, cause, signal, depth, approved } = outer;
    const asked = { operation, input: structuredClone(input ?? {}), caller, cause, signal, approved, execute: true };
    const call = admitNow(asked, depth + 1);
    const answer = await run(runtime, operation.kind === "query" ? call : { ...call, mode }, commit);
    return answer.done ? answer.output : answer.plan;
  },
  others({ runtime, call: { signal, depth }, commit }) {
    const callOf = ({ input, ...call }: CallAs, more: Pick<Call, "dryRun" | "execute">): Call => ({
      ...{ ...call, ...more, signal, input: structuredClone(input ?? {}) },
    });
    return {
      plan: async (call) => run(runtime, admit(callOf(call, { dryRun: true }), depth + 1), commit),
      call: (call) => join(runtime, callOf(call, { execute: true }), { ...commit, faults: [] }),
    };
  },
};

/** A call that cannot wait for approval: whoever may only propose it may not make it. */
function admitNow(call: Call, depth: number): Admitted {
  const admitted = admit(call, depth);
  if (admitted.proposal) throw Forbidden({ scope: call.operation.scope });
  return admitted;
}

/** Executes an operation within a plugin's own commit. If it fails the commit fails, since half of it may be staged. */
export async function join(runtime: Runtime, call: Call, { tx, events, faults }: JoinableCommit): Promise<unknown> {
  try {
    const admitted = admitNow(call, 0);
    const commit: Commit = { tx, events: [], place: () => events.length + 1 };
    const answer = await run(runtime, admitted, commit);
    events.push(...joinedBy(admitted, commit.events));
    return answer.done ? answer.output : answer.plan;
  } catch (error) {
    faults.push(error);
    throw error;
  }
}

/** Whether an error is the stored outcome of an earlier call. */
const isReplay = (error: unknown): boolean => isGatewayError(error) && error.isReplay === true;

const isOutcomeUnknown = (error: unknown): boolean => Object(error).outcomeUnknown === true;

const finish = (answer: Answer, number: Version): Answer =>
  answer.done ? { ...answer, output: known(answer.output, number) } : answer;
