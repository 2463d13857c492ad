import { dequal } from "dequal";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { type Session, useSession } from "../session/session.ts";
import { matches } from "./globs.ts";

/** What a part of the page shows of the gateway. */
export interface Query<T> {
  /** The last answer, also while it is read again. */
  readonly data: T | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  reload(): void;
}

/** What an event says of itself. */
export interface Happened {
  readonly type: string;
  readonly subject?: string;
  readonly data: unknown;
}

interface QueryOptions<T> {
  /** Types of events, as globs, after which the answer is read again. */
  readonly events?: readonly string[];
  /** Only events for which this holds. */
  readonly concerns?: ((event: Happened) => boolean) | undefined;
  /** Whether the answer shows work that may end without an event. Then it is read again every two seconds. */
  readonly isUnfinished?: (data: T) => boolean;
}

/** Events come in bursts, and one answer serves them all. */
const BURST_MS = 120;
const UNFINISHED_MS = 2_000;

/** The last answer if the new one is equal, so that nothing is drawn anew and nobody loses the focus. */
const kept = <T>(before: T | undefined, now: T): T => (before !== undefined && dequal(before, now) ? before : now);

/** Reads from the gateway when the part is shown, when `key` changes, and after events. */
export function useQuery<T>(
  key: string,
  load: (client: Session["client"], signal: AbortSignal) => Promise<T>,
  { events = [], concerns, isUnfinished }: QueryOptions<T> = {},
): Query<T> {
  const session = useSession();
  const [state, setState] = useState<{ key: string; data?: T; error?: unknown; isLoading: boolean }>({
    key,
    isLoading: true,
  });
  const latest = useRef({ load, concerns });
  latest.current = { load, concerns };
  const running = useRef<AbortController | undefined>(undefined);

  const reload = useCallback(() => {
    running.current?.abort();
    const stop = new AbortController();
    running.current = stop;
    setState((before) => ({ ...(before.key === key ? before : { key }), isLoading: true }));
    latest.current.load(session.client, stop.signal).then(
      (data) => {
        if (stop.signal.aborted) return;
        setState((before) => ({
          key,
          data: kept(before.key === key ? before.data : undefined, data),
          isLoading: false,
        }));
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        session.failed(error);
        setState((before) => ({ ...before, key, error, isLoading: false }));
      },
    );
  }, [session, key]);

  useEffect(() => {
    reload();
    return () => running.current?.abort();
  }, [reload]);

  const wanted = events.join(" ");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = session.live.listen((event) => {
      const isWanted =
        event.type === "connected" ||
        event.type === "changed" ||
        event.type === "gap" ||
        (wanted !== "" &&
          matches(wanted.split(" "), event.type) &&
          (latest.current.concerns?.(event as Happened) ?? true));
      if (!isWanted) return;
      timer ??= setTimeout(() => {
        timer = undefined;
        reload();
      }, BURST_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [session, wanted, reload]);

  const isAgain =
    state.key === key && !state.isLoading && state.data !== undefined && isUnfinished?.(state.data) === true;
  useEffect(() => {
    if (!isAgain) return;
    const timer = setTimeout(reload, UNFINISHED_MS);
    return () => clearTimeout(timer);
  }, [isAgain, reload]);

  const { data, error, isLoading } = state.key === key ? state : { data: undefined, error: undefined, isLoading: true };
  return { data, error, isLoading, reload };
}
