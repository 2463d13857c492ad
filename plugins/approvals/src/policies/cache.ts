import type { Reads, ReviewedCall } from "@postern/core";
import { policies, policiesChanged } from "../collections.ts";
import { type PreparedPolicy, prepare } from "./matches.ts";
import type { Policy } from "./schemas.ts";

export const MAX_POLICIES = 1_000;

/** The policies in memory, read again when one of them has changed. */
export interface PolicyCache {
  /** The first enabled policy that matches a call. Its commit fails if a policy changes meanwhile. */
  matching(ctx: { readonly store: Reads; readonly now: number }, call: ReviewedCall): Promise<Policy | undefined>;
  /** All enabled policies, in the order in which they decide. */
  enabled(store: Reads): Promise<readonly PreparedPolicy[]>;
}

export function createPolicyCache(): PolicyCache {
  let known: { readonly version: string | undefined; readonly policies: readonly PreparedPolicy[] } | undefined;

  async function enabled(store: Reads): Promise<readonly PreparedPolicy[]> {
    // Checked by the commit: the only read of a command while no policy changes.
    const version = await store.read(policiesChanged);
    if (version === undefined) return [];
    if (known?.version !== version) {
      const { items } = await store.find(policies, { by: "byPosition", limit: MAX_POLICIES });
      known = { version, policies: items.filter(({ enabled }) => enabled).map(prepare) };
    }
    return known.policies;
  }

  return {
    enabled,
    async matching({ store, now }, call) {
      let ids: readonly string[] | undefined;
      let isKnown = false;
      for (const one of await enabled(store)) {
        if (!one.matches(call, now)) continue;
        // Only policies with resources ask for those of the call, which may have to be read.
        if (one.policy.match.resources && !isKnown) {
          ids = await call.resources();
          isKnown = true;
        }
        if (one.matchesResources(ids, call.input)) return one.policy;
      }
      return undefined;
    },
  };
}
