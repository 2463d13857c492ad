import { PosternError } from "@postern/client";

/** Admits `burst` at once, and later `perSecond`. Time is in ms. */
export function createBucket(
  { burst, perSecond }: { burst: number; perSecond: number },
  now: () => number = () => performance.now(),
): () => boolean {
  let tokens = burst;
  let last = now();
  return () => {
    const time = now();
    tokens = Math.min(burst, tokens + ((time - last) / 1_000) * perSecond);
    last = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}

/** Does `lanes` works at once. Others wait, at most `waiting`; more are refused. */
export function createLanes({ lanes, waiting }: { lanes: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let busy = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (busy < lanes) busy += 1;
    else if (queue.length < waiting) await new Promise<void>((begin) => queue.push(begin));
    else throw tooMany();
    try {
      return await work();
    } finally {
      // The lane passes to the next one that waits.
      const next = queue.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}

/** Applies the first value at once, and then the latest one at most every `interval` ms. */
export function createThrottle<T>(interval: number, apply: (value: T) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let next: { readonly value: T } | undefined;
  const begin = (value: T): void => {
    timer = setTimeout(() => {
      timer = undefined;
      const waiting = next;
      next = undefined;
      if (waiting) begin(waiting.value);
    }, interval);
    apply(value);
  };
  return {
    set(value: T): void {
      if (timer === undefined) begin(value);
      else next = { value };
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
      next = undefined;
    },
  };
}

/** What refuses a call of a page that makes too many. */
export const tooMany = (): PosternError =>
  new PosternError({
    code: "console.too_many_calls",
    status: 429,
    detail: "The page makes too many calls at once. Wait for answers before further calls.",
  });
