import type { AdapterState, Outbound } from "../schemas.ts";
import type { AdapterKind, Link } from "../services.ts";
import type { Allowance } from "./flood.ts";

/** All adapters of a runner at work. */
export interface Fleet {
  /** How each stands now, and how what goes out stands: the members `adapters` and `outbound` of the runner's status. */
  snapshot(): Promise<{ readonly adapters: readonly AdapterState[]; readonly outbound: Outbound }>;
  /** Ends the links in good order; what is being sent is finished or put down. */
  stop(): Promise<void>;
}

/** What goes out goes through here, while the adapter is connected. */
export interface Outlet {
  readonly kind: AdapterKind;
  readonly link: Link;
  readonly allowance: Allowance;
  /**
   * Asks the platform for something, for `limit` milliseconds at most. Rejects with `notSent` where the link had ended
   * before: then nothing went out. Whatever else it rejects with may have arrived.
   */
  ask<T>(
    what: (signal: AbortSignal) => Promise<T>,
    how: { readonly limit: number; readonly signal: AbortSignal; readonly late: string },
  ): Promise<T>;
  sent(): void;
}

/** An adapter at work. */
export interface Member {
  readonly kind: string;
  /** Undefined while it is not connected; then `reason` says why. */
  outlet(): Outlet | undefined;
  reason(): string;
  stop(): Promise<void>;
}

/** How what goes out stands, as the runner's status tells. */
export interface Outlook {
  sent(at: number): void;
  failed(message: string, at: number): void;
  heard(at: number): void;
  now(): Promise<Outbound>;
}
