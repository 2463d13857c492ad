import { type Glance, present } from "@postern/core";
import { agents } from "./collections.ts";
import type { AgentDirectory } from "./services.ts";

export function createDirectory({ store }: { store: Glance }): AgentDirectory {
  return {
    async find(id) {
      const agent = id === "" ? undefined : await store.get(agents, id);
      if (agent === undefined) return undefined;
      const { name, cwd, model, defaults, archivedAt } = agent;
      return present({ id, name, cwd, model, speech: defaults?.speech, archivedAt });
    },
  };
}
