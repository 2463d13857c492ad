import type { AgentRecord, GatheringRecord } from "../collections.ts";

const MOST_WAIT = 60_000;

/** Maximum delay of the first message while others keep arriving: ten times `ms` or a minute, but never less than `ms`. */
export const longestWait = (ms: number): number => Math.max(ms, Math.min(10 * ms, MOST_WAIT));

type Times = Pick<GatheringRecord, "firstAt" | "lastAt" | "isHurried">;

/** Due time of a pending turn; undefined while its agent is archived. */
export function dueOf({ firstAt, lastAt, isHurried }: Times, { debounceMs, archivedAt }: AgentRecord) {
  if (archivedAt !== undefined) return undefined;
  return isHurried ? firstAt : Math.min(lastAt + debounceMs, firstAt + longestWait(debounceMs));
}

/** A pending turn with its current due time. Times in the future, from before the clock was set back, become now. */
export function timed(gathering: GatheringRecord, agent: AgentRecord, now: number): GatheringRecord {
  const { dueAt: _, ...rest } = gathering;
  const times = { firstAt: Math.min(rest.firstAt, now), lastAt: Math.min(rest.lastAt, now) };
  const dueAt = dueOf({ ...rest, ...times }, agent);
  return { ...rest, ...times, ...(dueAt !== undefined && { dueAt }) };
}
