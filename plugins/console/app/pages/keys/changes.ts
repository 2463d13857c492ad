import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Call } from "../../data/call.ts";
import { type Query, useQuery } from "../../data/query.ts";
import type { Session } from "../../session/session.ts";
import { type ActionOptions, useActions } from "../../ui/actions.tsx";

/** Counts what this page changed, for keys that may not read events. */
const changes = signal(0);

/** Reads something about keys, and again after each change of a key. */
export function useKeys<T>(
  key: string,
  load: (client: Session["client"], signal: AbortSignal) => Promise<T>,
): Query<T> {
  const query = useQuery(key, load, { events: ["context.**"] });
  const { reload } = query;
  useEffect(() => {
    const seen = changes.value;
    return changes.subscribe((count) => count !== seen && reload());
  }, [reload]);
  return query;
}

/** Changes something about keys. */
export function useChange() {
  const { run } = useActions();
  return async (call: Call, options?: ActionOptions): Promise<unknown> => {
    const answer = await run(call, options);
    if (answer !== undefined) changes.value += 1;
    return answer;
  };
}
