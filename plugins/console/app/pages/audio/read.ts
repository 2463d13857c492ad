import { type Query, useQuery } from "../../data/query.ts";
import type { Session } from "../../session/session.ts";

/** Reads something about speech, and again after each change of a request or a worker. */
export const useAudio = <T>(
  key: string,
  load: (client: Session["client"], signal: AbortSignal) => Promise<T>,
): Query<T> => useQuery(key, load, { events: ["audio.**"] });
