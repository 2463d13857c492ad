import type { JournalEvent } from "../final.ts";
import { type Attempt, type Call, isDone } from "../history.ts";
import { groupBy, type Violation, violation } from "./violation.ts";

/** Answers that a client of these workloads can cause. Others are faults of a gateway. */
const EXPECTED = new Set([200, 409]);

/** Every command is answered as it may be, and the journal has one executed command for each one that was done. */
export function checkEffects(calls: readonly Call[], events: readonly JournalEvent[]): Violation[] {
  const executed = events.filter(({ type }) => type === "gateway.command.executed");
  const callOf = new Map(calls.flatMap((call) => call.attempts.map(({ requestId }) => [requestId, call] as const)));
  const done = executed.filter(({ data }) => data.outcome === "done");
  const byEffect = groupBy(done, ({ data }) => effectOf(callOf.get(String(data.requestId))));
  const wanted = groupBy(calls, effectOf);
  const outcomes = groupBy(executed, ({ data }) => data.requestId as string | undefined);
  const isDoneRequest = (requestId: string) => outcomes.get(requestId)?.some(({ data }) => data.outcome === "done");
  const counts = [...wanted].map(([effect, sent]) => ({ effect, sent, times: byEffect.get(effect)?.length ?? 0 }));
  return [
    ...violation("Every call is answered", calls.filter(({ status }) => status === undefined).map(shown)),
    ...violation(
      "A call is answered with success or a conflict",
      calls.filter(({ status }) => status !== undefined && !EXPECTED.has(status)).map(shown),
    ),
    ...violation(
      "What was acknowledged was executed",
      counts.filter(({ sent, times }) => sent.some(isDone) && times === 0),
    ),
    ...violation(
      "A command with an idempotency key is executed once",
      counts.filter(({ sent, times }) => sent[0]?.key !== undefined && times > 1),
    ),
    ...violation(
      "What was refused was not executed",
      counts.filter(({ sent, times }) => sent.every(({ status }) => status === 409) && times > 0),
    ),
    ...violation(
      "A request has one outcome",
      [...outcomes].filter(([, events]) => events.length > 1),
    ),
    ...violation(
      "A request whose answer says that nothing was changed was not executed",
      calls.flatMap((call) =>
        call.attempts.filter((attempt) => saysUnchanged(call, attempt) && isDoneRequest(attempt.requestId)),
      ),
    ),
    ...violation(
      "Nothing was executed that no client sent",
      executed.filter(({ data }) => data.requestId !== undefined && !callOf.has(String(data.requestId))),
    ),
  ];
}

const saysUnchanged = ({ status, isReplay }: Call, { outcome }: Attempt): boolean =>
  outcome === "refused" || (outcome === "answered" && status !== 200 && !isReplay);

/** Calls with the same key have one effect together. */
const effectOf = (call: Call | undefined): string | undefined => call && `${call.operation} ${call.key ?? call.id}`;

const shown = ({ id, operation, input, status, body, attempts }: Call) => ({
  id,
  operation,
  input,
  status,
  body,
  attempts: attempts.slice(-5),
});
