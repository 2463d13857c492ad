import { type Query, useQuery } from "../../data/query.ts";
import type { Session } from "../../session/session.ts";

/** Reads something about bases, and again after each change. With a base, only changes of this one count. */
export const useBases = <T>(
  key: string,
  load: (client: Session["client"], signal: AbortSignal) => Promise<T>,
  { base, events = ["bases.**"] }: { base?: string; events?: readonly string[] } = {},
): Query<T> =>
  useQuery(key, load, { events, concerns: base === undefined ? undefined : ({ subject }) => subject === base });
