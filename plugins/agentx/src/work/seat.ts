import type { PluginContext, Transacting } from "@postern/core";
import { type SessionRecord, sessions } from "../collections.ts";
import type { group } from "../group.ts";

/** The session is in other hands by now, or in nobody's: whatever was to be written of it no longer counts. */
export class Lost extends Error {}

/** A session in the hands of this process. */
export interface Seat {
  readonly id: string;
  readonly host: PluginContext<typeof group>;
  /** One commit that only takes place while the session is still in these hands. */
  own<T>(work: (ctx: Transacting, session: SessionRecord) => T | Promise<T>): Promise<T>;
}

export const seatOf = (host: PluginContext<typeof group>, runner: string, id: string): Seat => ({
  id,
  host,
  own: (work) =>
    host.transact(async (ctx) => {
      const session = await ctx.store.get(sessions, id);
      if (session?.owner !== runner) throw new Lost("The session is in other hands");
      return work(ctx, session);
    }),
});
