import { omitUndefined, type Reads } from "@postern/core";
import { agents, turns } from "./collections.ts";
import type { AgentDirectory } from "./services.ts";

export function createDirectory({ store }: { store: Reads }): AgentDirectory {
  return {
    async find(id) {
      const agent = id === "" ? undefined : await store.get(agents, id);
      if (agent === undefined) return undefined;
      const { name, cwd, model, instructions, defaults, archivedAt } = agent;
      return omitUndefined({ id, name, cwd, model, instructions, speech: defaults?.speech, archivedAt });
    },
    async turn(id) {
      const turn = await store.get(turns, id);
      return turn && { agentId: turn.agentId, chatId: turn.chatId };
    },
  };
}
