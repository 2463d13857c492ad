import { setTimeout as pause } from "node:timers/promises";
import { type Admitted, admit, type Call } from "./admit.ts";
import { createCallContext } from "./call-context.ts";
import { digestOf } from "./digest.ts";
import { Busy, Conflict, InvalidResponse, PlanStale } from "./errors.ts";
import { type Entry, entryOf, type Run, record, type Staged } from "./journal/entry.ts";
import { failedRunOf, runOf } from "./journal/run.ts";
import { claim, type FirstOutcome, firstOutcome, isRefusal, keepAnswer, keepRefusal, type Once } from "./once.ts";
import type { Operation, PlanShape } from "./operation.ts";
import type { Part } from "./part.ts";
import { withoutSecrets } from "./secrets.ts";
import type { CommitQueue, CompleteDriver, Reader, Turn, Version } from "./storage/index.ts";
import { known, recordsOf, Transaction } from "./storage/index.ts";
import { check } from "./validate.ts";

/** How long a command goes on against other processes before it answers 503. */
const PATIENCE = 10_000;

/** Calls within calls; a circle of them ends here. */
const DEEPEST = 16;

export interface Runtime {
  readonly driver: CompleteDriver;
  readonly queue: CommitQueue;
  /** Called for each commit that tells of something, in the order of the numbers. */
  landed(entry: Entry, number: Version): void;
  /** Writes down that a command failed; apart from the call, which it cannot slow. */
  failed(call: Admitted, run: Run): void;
  now(): number;
  id(prefix: string, now: number): string;
  /** Throws `gateway.unavailable` when the operation's plugin is not running. */
  part(operation: Operation): Part;
  onDamaged(key: string): void;
  onInvalid(operation: Operation, issues: unknown): void;
}

export type Answer =
  | { readonly done: true; readonly output: unknown; readonly replayed?: true }
  | { readonly done: false; readonly plan: unknown; readonly digest: string };

/** What one commit will carry. A call within a call adds to the work of the outer one. */
interface Work {
  readonly tx: Transaction;
  readonly events: Staged[];
}

/** The one way through the gateway: authorize, validate, plan, execute, commit, publish. */
export function perform(runtime: Runtime, call: Call): Promise<Answer> {
  const admitted = admit(call, 0);
  if (admitted.mode !== "execute") return look(runtime, admitted);
  return audited(runtime, admitted);
}

/** A command that is done tells of itself in its own commit; one that fails has none. */
async function audited(runtime: Runtime, call: Admitted): Promise<Answer> {
  try {
    return await (call.once ? performOnce(runtime, call, call.once) : change(runtime, call));
  } catch (error) {
    if (!isReplay(error)) runtime.failed(call, failedRunOf(call, error));
    throw error;
  }
}

/** Queries and dry runs read one moment and leave nothing behind. */
async function look(runtime: Runtime, call: Admitted): Promise<Answer> {
  runtime.driver.refresh?.();
  const snapshot = runtime.driver.snapshot();
  try {
    return await run(runtime, call, begin(runtime, snapshot));
  } finally {
    snapshot.release();
  }
}

/** Whether a run of it has done something that cannot be taken back. */
const isDoneOutside = ({ effect, queued }: Operation): boolean => effect === "external" && !queued;

async function change(runtime: Runtime, call: Admitted): Promise<Answer> {
  runtime.driver.refresh?.();
  const work = begin(runtime, runtime.driver);
  const answer = await run(runtime, call, work);
  const number = await commit(runtime, work, call, answer);
  if (number !== false) return finish(answer, number);
  // What was done outside cannot be taken back, so it is not done a second time.
  if (isDoneOutside(call.operation)) throw Conflict({});
  return again(runtime, call, work);
}

/** One that lost its commit runs on the newest state, and nobody else here writes into what it reads meanwhile. */
function again(runtime: Runtime, call: Admitted, lost: Work): Promise<Answer> {
  const until = performance.now() + PATIENCE;
  return runtime.queue.inTurn(lost.tx.checks, async (turn) => {
    for (let attempt = 1; performance.now() < until; attempt++) {
      runtime.driver.refresh?.();
      const work = begin(runtime, runtime.driver);
      turn.reads = [...turn.reads, work.tx.checks];
      const answer = await run(runtime, call, work);
      const number = await commit(runtime, work, call, answer, turn);
      if (number !== false) return finish(answer, number);
      await pause(Math.random() * Math.min(50, 2 ** attempt));
    }
    throw Busy({});
  });
}

/** As `change`, and the first outcome is kept: a repeated call gets it back and does nothing. */
async function performOnce(runtime: Runtime, call: Admitted, once: Once): Promise<Answer> {
  if (isDoneOutside(call.operation)) {
    const before = await claimed(runtime, call, once);
    if (before) return before;
  }
  try {
    return await change(runtime, call);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const work = begin(runtime, runtime.driver);
    const store = recordsOf(work.tx);
    if (!(await firstOutcome(store, once, call.operation, runtime.now()).catch(() => true))) {
      await keepRefusal(store, once, error, runtime.now());
      await runtime.queue.commit(work.tx.batch());
    }
    throw error;
  }
}

/** Writes down that outside work begins, so that nobody begins it a second time; or answers what it came to before. */
async function claimed(runtime: Runtime, { operation }: Admitted, once: Once): Promise<Answer | undefined> {
  const work = begin(runtime, runtime.driver);
  const store = recordsOf(work.tx);
  const first = await firstOutcome(store, once, operation, runtime.now());
  if (first) return replayed(first);
  await claim(store, once, runtime.now());
  if ((await runtime.queue.commit(work.tx.batch())) === false) throw Busy({});
  return undefined;
}

const begin = (runtime: Runtime, reader: Reader): Work => ({
  tx: new Transaction(reader, runtime.onDamaged),
  events: [],
});

async function run(runtime: Runtime, call: Admitted, work: Work): Promise<Answer> {
  const { operation, input, mode, once, plan: seen } = call;
  const part = runtime.part(operation);
  const now = runtime.now();
  const within = (mode: Admitted["mode"]) => (operation: Operation, input: unknown) =>
    inner(runtime, call, work, operation, input, mode);
  const context = createCallContext({ part, caller: call.caller, now, signal: call.signal, id: runtime.id, work });

  if (once && !isDoneOutside(operation)) {
    const first = await firstOutcome(context.store, once, operation, now);
    if (first) return replayed(first);
  }
  const plan = await operation.plan(context.reading(within("plan")) as never, input as never);
  if (operation.kind === "query") {
    assertFits(runtime, operation, plan);
    return { done: true, output: plan };
  }
  const { answer } = plan as PlanShape;
  // A digest goes out with the plan: what it covers can be guessed at, so no secret is in it.
  const digest = () => digestOf(operation.id, withoutSecrets(operation.input, input), plan);
  if (mode === "plan" && answer === undefined) return { done: false, plan, digest: digest() };
  if (seen !== undefined && seen !== digest()) throw PlanStale({});
  if (answer !== undefined) {
    assertFits(runtime, operation, answer);
    return { done: true, output: answer };
  }
  const output = await operation.execute?.(context.writing(within("execute")) as never, plan as never, input as never);
  assertFits(runtime, operation, known(output, 1));
  if (once) await keepAnswer(context.store, once, operation, output, now);
  return { done: true, output };
}

/** A call within a call joins the commit of the outer one. */
async function inner(
  runtime: Runtime,
  outer: Admitted,
  work: Work,
  operation: Operation,
  input: unknown,
  mode: Admitted["mode"],
): Promise<unknown> {
  if (outer.depth >= DEEPEST) throw new Error(`Operations call each other in a circle: ${operation.id}`);
  const call = admit(
    { operation, input: structuredClone(input ?? {}), caller: outer.caller, signal: outer.signal, execute: true },
    outer.depth + 1,
  );
  const answer = await run(
    runtime,
    { ...call, once: undefined, mode: operation.kind === "query" ? "query" : mode },
    work,
  );
  return answer.done ? answer.output : answer.plan;
}

/** Checked before the commit, so that an answer which is no JSON, or breaks its own schema, changes nothing. */
function assertFits(runtime: Runtime, operation: Operation, output: unknown): void {
  const issues = operation.kind === "command" && !isJson(output) ? "it is no JSON" : check(operation.output, output);
  if (issues.length === 0) return;
  runtime.onInvalid(operation, issues);
  throw InvalidResponse({ operation: operation.id });
}

/** A circle or a bigint in a free-form member passes any schema, and would fail only after the commit. */
function isJson(output: unknown): boolean {
  try {
    return JSON.stringify(output) !== undefined;
  } catch {
    return false;
  }
}

const replays = new WeakSet<object>();

/** Whether an error is the kept outcome of an earlier call. */
export const isReplay = (error: unknown): boolean => typeof error === "object" && error !== null && replays.has(error);

function replayed(first: FirstOutcome): Answer {
  if ("answer" in first) return { done: true, output: first.answer, replayed: true };
  replays.add(first.error);
  throw first.error;
}

function commit(
  { queue, landed, now }: Runtime,
  { tx, events }: Work,
  call: Admitted,
  answer: Answer,
  turn?: Turn,
): Promise<Version | false> | 0 {
  // What was answered before was told before.
  if (answer.done && answer.replayed) return 0;
  const entry = entryOf(events, call.caller, now(), runOf(call));
  record(tx, entry);
  return queue.commit(tx.batch(), turn, (number) => landed(entry, number));
}

function finish(answer: Answer, number: Version): Answer {
  return answer.done ? { ...answer, output: known(answer.output, number) } : answer;
}
