import type { AgentRecord } from "./collections.ts";

/** Archiving and taking back that is remembered: only what was said meanwhile and not taken up yet depends on it. */
const MOST = 20;

type Hearing = AgentRecord["hearing"];

/** Whether what the commit `number` told was for the agent, whenever that is asked. */
export const hears = ({ hearing }: AgentRecord, number: number): boolean =>
  hearing.some(({ since, until = Number.POSITIVE_INFINITY }) => since <= number && number < until);

/** The agent hears no more from the commit `number` on. */
export const closed = (hearing: Hearing, number: number): Hearing =>
  hearing.map((span, at) => (at === hearing.length - 1 ? { ...span, until: number } : span));

/** The agent hears again from the commit `number` on. */
export const reopened = (hearing: Hearing, number: number): Hearing => [...hearing, { since: number }].slice(-MOST);

/** Whether the agent itself wrote it. */
export const isOwn = ({ id }: AgentRecord, { actorId }: { actorId: string }): boolean =>
  actorId === id || actorId === `agent:${id}`;
