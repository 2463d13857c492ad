import { AgentNotFound } from "./errors.ts";
import type { AgentSetting } from "./group.ts";

/** The configuration of an agent. Throws 404 with the names of the configured agents. */
export function agentSettingOf(
  { agents }: { agents: Readonly<Record<string, AgentSetting>> },
  agent: string,
): AgentSetting {
  const setting = Object.hasOwn(agents, agent) ? agents[agent] : undefined;
  if (setting === undefined) throw AgentNotFound({ agent, agents: Object.keys(agents) });
  return setting;
}
