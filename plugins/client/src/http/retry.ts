import { PosternError } from "./error.ts";
import { pause } from "./pause.ts";

/** When a failed request is repeated. All times are in milliseconds. */
export interface RetryOptions {
  /** Maximum number of attempts, the first included (default: 4). */
  readonly attempts?: number;
  /** No attempt starts later than this after the first one (default: 60 000). */
  readonly totalMs?: number;
  /** Longest delay before the second attempt; it doubles with each attempt (default: 200). */
  readonly firstDelayMs?: number;
  /** Longest delay, and the longest `Retry-After` that is respected (default: 10 000). */
  readonly longestDelayMs?: number;
}

export type RetryPolicy = Required<RetryOptions>;

const DEFAULTS: RetryPolicy = { attempts: 4, totalMs: 60_000, firstDelayMs: 200, longestDelayMs: 10_000 };

/** The policy of options, on top of another one. `false`: a single attempt. */
export function retryPolicy(given: RetryOptions | false | undefined, base: RetryPolicy = DEFAULTS): RetryPolicy {
  return given === false ? { ...base, attempts: 1 } : { ...base, ...given };
}

/** Too many requests, and what proxies and gateways answer while a gateway is not ready. */
const TRANSIENT = [429, 502, 503, 504];

/** Whether a request that failed this way may succeed when it is repeated. */
export function isTransient(error: unknown): error is PosternError {
  if (!(error instanceof PosternError)) return false;
  const { code, status } = error;
  return code === "client.network" || code === "client.timeout" || TRANSIENT.includes(status);
}

/**
 * The delay after the n-th failed attempt: random, so that many clients do not return at the same time, and never
 * shorter than the gateway asks for, up to the longest delay.
 */
export function retryDelay(failures: number, policy: RetryPolicy, retryAfterMs = 0): number {
  const { firstDelayMs, longestDelayMs } = policy;
  const backoff = Math.random() * Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1));
  return Math.min(retryAfterMs, longestDelayMs) + backoff;
}

/** Repeats an attempt that fails for a while. Other errors, and that of the last attempt, are thrown. */
export async function withRetries<T>(
  policy: RetryPolicy,
  signal: AbortSignal | undefined,
  attempt: () => Promise<T>,
): Promise<T> {
  const until = performance.now() + policy.totalMs;
  for (let failures = 1; ; failures++) {
    signal?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (!isTransient(error) || failures >= policy.attempts) throw error;
      const delay = retryDelay(failures, policy, error.retryAfterMs);
      if (performance.now() + delay > until) throw error;
      await pause(delay, signal);
    }
  }
}
