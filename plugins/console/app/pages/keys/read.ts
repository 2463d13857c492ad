import { type Query, useQuery } from "../../data/query.ts";
import type { Session } from "../../session/session.ts";

/** Reads something about keys, and again after each change of one. */
export const useKeys = <T>(
  key: string,
  load: (client: Session["client"], signal: AbortSignal) => Promise<T>,
): Query<T> => useQuery(key, load, { events: ["context.**"] });
