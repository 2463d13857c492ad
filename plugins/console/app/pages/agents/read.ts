import { type Query, useQuery } from "../../data/query.ts";
import type { Session } from "../../session/session.ts";

/** What changes agents, their turns and who answers them. */
export const EVENTS = ["agents.**", "responders.**"] as const;

/** Reads something about agents, and again after each change of one. */
export const useAgents = <T>(
  key: string,
  load: (client: Session["client"], signal: AbortSignal) => Promise<T>,
): Query<T> => useQuery(key, load, { events: EVENTS });
