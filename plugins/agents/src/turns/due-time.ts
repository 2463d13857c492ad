import type { AgentRecord, PendingTurn } from "../collections.ts";

const MAX_DELAY = 60_000;

/** Maximum delay of the first message while others keep arriving: ten times `ms` or a minute, but never less than `ms`. */
export const maxDelay = (ms: number): number => Math.max(ms, Math.min(10 * ms, MAX_DELAY));

type Times = Pick<PendingTurn, "firstAt" | "lastAt" | "isHurried">;

/** Due time of a pending turn; undefined while its agent is archived. */
export function dueTime({ firstAt, lastAt, isHurried }: Times, { debounceMs, archivedAt }: AgentRecord) {
  if (archivedAt !== undefined) return undefined;
  return isHurried ? firstAt : Math.min(lastAt + debounceMs, firstAt + maxDelay(debounceMs));
}

/** A pending turn with its current due time. Times in the future, from before the clock was set back, become now. */
export function withDueTime(pending: PendingTurn, agent: AgentRecord, now: number): PendingTurn {
  const { dueAt: _, ...rest } = pending;
  const times = { firstAt: Math.min(rest.firstAt, now), lastAt: Math.min(rest.lastAt, now) };
  const dueAt = dueTime({ ...rest, ...times }, agent);
  return { ...rest, ...times, ...(dueAt !== undefined && { dueAt }) };
}
