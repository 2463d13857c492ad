import type { Reads } from "@postern/core";
import { permissions, sessions } from "./collections.ts";
import type { CodingSessions } from "./services.ts";

export function createCodingSessions({ store }: { readonly store: Reads }): CodingSessions {
  return {
    async session(id) {
      const session = await store.get(sessions, id);
      if (!session) return undefined;
      const { agent, createdBy } = session;
      return { id, agent, ...(createdBy !== undefined && { createdBy }) };
    },
    request: async (id) => store.get(permissions, id),
  };
}
