import { type Context, contexts, endOf, issue, revoke, rotate } from "../auth/keys.ts";
import { callerOf } from "../auth/recognize.ts";
import type { Caller } from "../define/caller.ts";
import { type Grant, isGrant } from "../define/grant.ts";
import type { Clock } from "../journal/clock.ts";
import { latestReads, type MaybePromise } from "../storage/index.ts";
import { type PublishingStore, transact } from "./transactions.ts";

/** Keys, for embedders of the gateway and for setting it up. Over HTTP the context group offers the same. */
export interface GatewayKeys {
  /** Creates a context and its first key, which is only in this answer. Without `principal` it is one of its own. */
  issue(
    def: Pick<Context, "label" | "agentId" | "expiresAt"> & {
      readonly scopes: readonly Grant[];
      readonly principal?: string;
    },
  ): Promise<{ context: Context; key: string }>;
  /** Issues a new key. The old ones expire after `grace` milliseconds. */
  rotate(contextId: string, grace?: number): Promise<string>;
  /** Revokes a context and all contexts derived from it. */
  revoke(contextId: string): Promise<void>;
  /** The caller of a key. Undefined if it is unknown, expired or revoked. */
  recognize(key: string): Promise<Caller | undefined>;
  /** Why a key that is not recognized is refused. Undefined if it is unknown. */
  endOf(key: string): Promise<"revoked" | "expired" | undefined>;
  /** The current caller of a context. Undefined if it, or one above it, is unknown or has ended. */
  callerOf(contextId: string): Promise<Caller | undefined>;
}

interface Setting extends Omit<PublishingStore, "onCommitted"> {
  readonly clock: Clock;
  recognize(token: string): MaybePromise<Caller | undefined>;
}

export function createGatewayKeys(ready: () => Promise<Setting>): GatewayKeys {
  return {
    async issue({ label, scopes, agentId, principal, expiresAt }) {
      const wrong = scopes.find((scope) => !isGrant(scope));
      if (wrong !== undefined)
        throw new TypeError(`${JSON.stringify(wrong)} is not a grant like *, chats:read or chats.messages.create`);
      const setting = await ready();
      const now = setting.now();
      const def = { id: setting.id("ctx_", now), label, scopes, agentId, principal, expiresAt, now };
      return transact(setting, (store) => issue(store, def));
    },
    async rotate(contextId, grace = 0) {
      const setting = await ready();
      return transact(setting, async (store) => {
        const context = await store.get(contexts, contextId);
        if (!context) throw new TypeError(`Context "${contextId}" not found`);
        return rotate(store, context, grace, setting.now());
      });
    },
    async revoke(contextId) {
      const setting = await ready();
      await transact(setting, (store) => revoke(store, contextId, setting.now()));
    },
    recognize: async (key) => (await ready()).recognize(key),
    endOf: async (key) => endOf(latestReads((await ready()).driver), key),
    callerOf: (contextId) => ready().then(({ driver, clock }) => callerOf(latestReads(driver), contextId, clock.now())),
  };
}
