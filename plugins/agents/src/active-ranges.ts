import type { AgentRecord } from "./collections.ts";

/** Maximum number of active ranges that are kept. Only messages that were not consumed yet depend on them. */
const MAX_RANGES = 20;

type ActiveRanges = AgentRecord["hearing"];

/** Whether the agent was active at the commit `number`, regardless of its state now. */
export const wasActive = ({ hearing }: AgentRecord, number: number): boolean =>
  hearing.some(({ since, until = Number.POSITIVE_INFINITY }) => since <= number && number < until);

/** Ends the last active range at the commit `number`. */
export const endActiveRange = (hearing: ActiveRanges, number: number): ActiveRanges =>
  hearing.map((span, at) => (at === hearing.length - 1 ? { ...span, until: number } : span));

/** Starts a new active range at the commit `number`. */
export const startActiveRange = (hearing: ActiveRanges, number: number): ActiveRanges =>
  [...hearing, { since: number }].slice(-MAX_RANGES);

/** Whether the agent itself wrote the message. */
export const isOwn = ({ id }: AgentRecord, { actorId }: { actorId: string }): boolean =>
  actorId === id || actorId === `agent:${id}`;
