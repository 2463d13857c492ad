import type { LastingSource } from "@postern/kit/access";
import { readPolicy } from "./backups/policy.ts";

/** The policy of backups, if a context has set it last. */
export const setUpItems: LastingSource = {
  group: "service",
  async find(store, contextId) {
    const { createdBy, enabled } = await readPolicy(store);
    return createdBy === contextId && enabled ? [{ type: "backup policy", id: "backups", afterwards: "stays" }] : [];
  },
};
