import { type Query, useQuery } from "../../data/query.ts";
import type { Session } from "../../session/session.ts";

/** Reads something about tasks, and again after each change of one. */
export const useTasks = <T>(
  key: string,
  load: (client: Session["client"], signal: AbortSignal) => Promise<T>,
): Query<T> => useQuery(key, load, { events: ["tasks.**"] });
