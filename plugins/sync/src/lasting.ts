import type { LastingSource } from "@postern/kit/access";
import { links } from "./collections.ts";

/** The link to another gateway, if a context has set it up. There is at most one. */
export const setUpItems: LastingSource = {
  group: "sync",
  async find(store, contextId) {
    const link = await store.get(links, "link");
    if (link?.contextId !== contextId) return [];
    return [{ type: "link to another gateway", id: link.installationId, afterwards: "ends" }];
  },
};
