import { ActionKeyEnded, type ActionOutcome } from "@postern/kit/actions";
import type { RunOutcome, RunPayload } from "../schemas.ts";
import type { Begun } from "./begin.ts";

const MINUTE = 60_000;

/** The outcome of a run with a message for people. */
export function describeOutcome(outcome: ActionOutcome, begun: Begun, payload: RunPayload): RunOutcome {
  return { ...outcome, message: `${messageOf(outcome, begun)}${latenessOf(begun, payload)}` };
}

function messageOf({ status, resultId, approvalId, error }: ActionOutcome, { schedule }: Begun): string {
  const { operation } = schedule.action;
  switch (status) {
    case "done":
      return `Ran ${operation}${resultId === undefined ? "" : `: ${resultId}`}`;
    case "pending":
      return `Proposed ${operation}, which waits for the approval ${approvalId}`;
    case "failed":
      return `Did not run ${operation}: ${error?.message ?? "unknown error"}`;
    case "unclear":
      return `May have run ${operation}. Check its result before you retry the run. ${error?.message ?? ""}`.trimEnd();
  }
}

/** How late a run was, if the gateway did not run when it was due. */
function latenessOf({ attempt: { firstAt } }: Begun, { dueAt, isManual }: RunPayload): string {
  const late = firstAt - dueAt;
  return isManual || late < MINUTE ? "" : ` (${durationText(late)} after it was due)`;
}

/** A duration in its largest unit. */
export function durationText(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 120) return `${minutes} ${minutes === 1 ? "minute" : "minutes"}`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} hours` : `${Math.floor(minutes / 1_440)} days`;
}

/** Whether a run failed because its key, or one above it, has ended. */
export const isKeyEnded = ({ error }: Pick<RunOutcome, "error">): boolean => error?.code === ActionKeyEnded.code;
