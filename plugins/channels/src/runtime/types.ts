import type { AdapterState, Outbound } from "../schemas.ts";
import type { AdapterKind, Link } from "../services.ts";
import type { RateLimiter } from "./rate-limiter.ts";

/** All running adapters of a runner. */
export interface AdapterRuntime {
  /** The fields `adapters` and `outbound` of the runner's status. */
  snapshot(): Promise<{ readonly adapters: readonly AdapterState[]; readonly outbound: Outbound }>;
  /** Closes the links cleanly. A message that is being sent is finished or saved. */
  stop(): Promise<void>;
}

/** Sends requests to the platform while the adapter is connected. */
export interface Outlet {
  readonly kind: AdapterKind;
  readonly link: Link;
  readonly limiter: RateLimiter;
  /**
   * Sends a request to the platform, for at most `limit` milliseconds. Rejects with `notSent` if the link had already
   * ended, so that nothing was sent. With any other error the request may have arrived.
   */
  ask<T>(
    request: (signal: AbortSignal) => Promise<T>,
    how: { readonly limit: number; readonly signal: AbortSignal; readonly late: string },
  ): Promise<T>;
  sent(): void;
}

/** A running adapter. */
export interface RunningAdapter {
  readonly kind: string;
  /** Undefined while the adapter is not connected; `reason` says why. */
  outlet(): Outlet | undefined;
  reason(): string;
  stop(): Promise<void>;
}

/** State of outgoing messages, for the runner's status. */
export interface OutboundMonitor {
  sent(at: number): void;
  failed(message: string, at: number): void;
  queued(at: number): void;
  snapshot(): Promise<Outbound>;
}
