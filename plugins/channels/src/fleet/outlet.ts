import { settledWithin } from "../kind/settled-within.ts";
import { type AdapterKind, type Link, notSent } from "../services.ts";
import type { Allowance } from "./flood.ts";
import { within } from "./session.ts";
import type { Outlet } from "./types.ts";

interface OutletSetting {
  readonly kind: AdapterKind;
  readonly link: Link;
  readonly allowance: Allowance;
  /** Called when something went out. */
  sent(): void;
}

/** An outlet as its adapter holds it. */
export interface OpenOutlet extends Outlet {
  /** Lets nothing more begin. */
  close(): void;
  /** Resolves when what has begun is answered, or after so many milliseconds. */
  idle(milliseconds: number): Promise<void>;
  /** The link has ended: what is not answered by now never will be. */
  end(reason: string): void;
}

/** The way to a platform over one link. */
export function openOutlet({ kind, link, allowance, sent }: OutletSetting): OpenOutlet {
  const ended = new AbortController();
  const pending = new Set<Promise<unknown>>();
  let isClosed = false;

  return {
    kind,
    link,
    allowance,
    sent,
    async ask(what, { limit, signal, late }) {
      // It is known here, and only here, that nothing went out: what is rejected later may have arrived.
      if (isClosed) throw notSent("The link ended before this was handed over", 0);
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
      ended.abort(new Error(`The link ended before the platform had answered: ${reason}`));
    },
  };
}
