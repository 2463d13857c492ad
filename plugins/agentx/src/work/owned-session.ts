import type { PluginContext, Transacting } from "@postern/core";
import { type SessionRecord, sessions } from "../collections.ts";
import type { group } from "../group.ts";

/** This process no longer owns the session, so its writes are rejected. */
export class OwnershipLost extends Error {}

/** A session owned by this process. */
export interface OwnedSession {
  readonly id: string;
  readonly host: PluginContext<typeof group>;
  /** Commits only if this process still owns the session. */
  transact<T>(work: (ctx: Transacting, session: SessionRecord) => T | Promise<T>): Promise<T>;
}

export const ownedSession = (host: PluginContext<typeof group>, runner: string, id: string): OwnedSession => ({
  id,
  host,
  transact: (work) =>
    host.transact(async (ctx) => {
      const session = await ctx.store.get(sessions, id);
      if (session?.owner !== runner) throw new OwnershipLost("The session is owned by another process");
      return work(ctx, session);
    }),
});
