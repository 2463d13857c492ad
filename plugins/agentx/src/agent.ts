import { AgentNotFound } from "./errors.ts";
import type { AgentSettings } from "./group.ts";

/** The configuration of an agent. Throws 404 with the names of the configured agents. */
export function findAgent(
  { agents }: { agents: Readonly<Record<string, AgentSettings>> },
  agent: string,
): AgentSettings {
  const setting = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  if (setting === undefined) throw AgentNotFound({ agent, agents: Object.keys(agents) });
  return setting;
}
