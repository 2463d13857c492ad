import type { ProposalOutcome } from "../define/approvals.ts";
import type { Answer } from "../define/call.ts";
import { recordsOf } from "../storage/index.ts";
import { answered, firstOutcome, type IdempotentCall, keep } from "./idempotency.ts";
import { approvalsOf } from "./review.ts";
import { type Handler, lookupOf, type Step, type Work } from "./work.ts";

/** A repeated call is answered as the first one was. */
export const replaying: Step = (next) => (work) => (work.call.once ? replay(work, work.call.once, next) : next(work));

async function replay(work: Work, once: IdempotentCall, next: Handler): Promise<Answer> {
  const { runtime, call, commit, now } = work;
  const approvals = () => approvalsOf(runtime, call.operation);
  const first = await firstOutcome(recordsOf(lookupOf(commit)), once, call.operation, now, approvals);
  return first ? replayed(first) : next(work);
}

function replayed(first: ProposalOutcome): Answer {
  if ("answer" in first) return { done: true, output: first.answer, replayed: true };
  if ("pending" in first) return { done: false, ...first.pending, pending: first.pending, replayed: true };
  first.error.isReplay = true;
  throw first.error;
}

/** The answer of an executed call is stored with what it changed, for calls that repeat it. */
export const remembering: Step = (next) => (work) =>
  work.call.once ? remember(work, work.call.once, next) : next(work);

async function remember(work: Work, once: IdempotentCall, next: Handler): Promise<Answer> {
  const answer = await next(work);
  const { commit, now, call } = work;
  if (answer.done) await keep(recordsOf(commit.tx), once, now, answered(call.operation, answer.output));
  return answer;
}
