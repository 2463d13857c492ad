import type { AdapterState, Outbound } from "../schemas.ts";
import type { AdapterKind, Link } from "../services.ts";
import type { Allowance } from "./flood.ts";

/** All running adapters of a runner. */
export interface Fleet {
  /** The fields `adapters` and `outbound` of the runner's status. */
  snapshot(): Promise<{ readonly adapters: readonly AdapterState[]; readonly outbound: Outbound }>;
  /** Closes the links cleanly. A message that is being sent is finished or saved. */
  stop(): Promise<void>;
}

/** Sends requests to the platform while the adapter is connected. */
export interface Outlet {
  readonly kind: AdapterKind;
  readonly link: Link;
  readonly allowance: Allowance;
  /**
   * Sends a request to the platform, for at most `limit` milliseconds. Rejects with `notSent` if the link had already
   * ended, so that nothing was sent. With any other error the request may have arrived.
   */
  ask<T>(
    what: (signal: AbortSignal) => Promise<T>,
    how: { readonly limit: number; readonly signal: AbortSignal; readonly late: string },
  ): Promise<T>;
  sent(): void;
}

/** A running adapter. */
export interface Member {
  readonly kind: string;
  /** Undefined while the adapter is not connected; `reason` says why. */
  outlet(): Outlet | undefined;
  reason(): string;
  stop(): Promise<void>;
}

/** State of outgoing messages, for the runner's status. */
export interface Outlook {
  sent(at: number): void;
  failed(message: string, at: number): void;
  heard(at: number): void;
  now(): Promise<Outbound>;
}
