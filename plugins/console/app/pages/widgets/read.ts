import { type Query, useQuery } from "../../data/query.ts";
import type { Session } from "../../session/session.ts";

/** Reads what the page shows of widgets, and again after each change of one. */
export const useWidgets = <T>(
  key: string,
  load: (client: Session["client"], signal: AbortSignal) => Promise<T>,
): Query<T> => useQuery(`widgets ${key}`, load, { events: ["widgets.**"] });
