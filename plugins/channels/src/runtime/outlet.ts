import { settledWithin } from "../kind/settled-within.ts";
import { type AdapterKind, type Link, notSent } from "../services.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { within } from "./session.ts";
import type { Outlet } from "./types.ts";

interface OutletOptions {
  readonly kind: AdapterKind;
  readonly link: Link;
  readonly limiter: RateLimiter;
  /** Called when something was sent. */
  sent(): void;
}

/** An outlet as seen by its adapter. */
export interface OpenOutlet extends Outlet {
  /** Accepts no further requests. */
  close(): void;
  /** Resolves when all pending requests are answered, or after this many milliseconds. */
  idle(milliseconds: number): Promise<void>;
  /** Rejects all pending requests, because the link has ended. */
  end(reason: string): void;
}

/** Sends requests to a platform over one link. */
export function openOutlet({ kind, link, limiter, sent }: OutletOptions): OpenOutlet {
  const ended = new AbortController();
  const pending = new Set<Promise<unknown>>();
  let isClosed = false;

  return {
    kind,
    link,
    limiter,
    sent,
    async ask(what, { limit, signal, late }) {
      // Only here it is certain that nothing was sent: later failures leave the outcome unknown.
      if (isClosed) throw notSent("The connection ended before the message was sent", 0);
      const all = AbortSignal.any([signal, ended.signal, AbortSignal.timeout(limit)]);
      const asking = within(limit, (async () => what(all))(), late, ended.signal);
      pending.add(asking);
      return asking.finally(() => pending.delete(asking));
    },
    close() {
      isClosed = true;
    },
    idle: (milliseconds) => settledWithin(milliseconds, Promise.allSettled([...pending])),
    end(reason) {
      isClosed = true;
      ended.abort(new Error(`The connection ended before the platform answered: ${reason}`));
    },
  };
}
