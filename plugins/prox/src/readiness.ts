import type { AgentDirectory } from "@postern/agents/services";
import type { ConnectionDirectory } from "@postern/credentials/services";
import type { Profile } from "./schemas.ts";

interface Lack {
  readonly field: string;
  readonly reason: string;
  /** The command that helps, with a word in capitals where only its user knows the value. */
  readonly fix: string;
}
interface Unchecked {
  readonly field: string;
  readonly reason: string;
}
interface Around {
  readonly agents: AgentDirectory | undefined;
  readonly connections: ConnectionDirectory | undefined;
}

/** What a profile lacks before a call can be placed with it, and what cannot be told from here. */
export async function readinessOf(profile: Profile, { agents, connections }: Around) {
  const { id, enabled, provider, connection, agentId, language, prompt, firstMessage } = profile;
  const change =
    profile.source === "store"
      ? `postern prox calls profiles update --profileId ${id}`
      : `postern prox calls profiles create --profileId ${id} --from ${id}`;
  const missing: Lack[] = [];
  const unchecked: Unchecked[] = [];
  const lacks = (field: string, reason: string, fix: string) => missing.push({ field, reason, fix });

  if (!enabled) lacks("enabled", "It is switched off", `${change} --enabled`);
  if (provider === undefined)
    lacks("provider", "Nobody is named who carries the call", `${change} --provider PROVIDER`);
  if (connection === undefined)
    lacks("connection", "No connection is named that holds the credentials", `${change} --connection CONNECTION`);
  else if (!connections) unchecked.push({ field: "connection", reason: "cannot be checked: no credentials group" });
  else {
    const found = await connections.find({ connection, ...(provider !== undefined && { provider }) });
    if (!found) {
      const whose = provider === undefined ? "" : ` of ${provider}`;
      lacks("connection", `There is no connection ${connection}${whose}`, `${change} --connection CONNECTION`);
    } else if (found.status === "disabled") {
      const fix = `postern credentials connections enable --connection ${connection} --provider ${found.provider}`;
      lacks("connection", `The connection ${connection} is disabled`, fix);
    }
  }
  if (agentId !== undefined) {
    const agent = await agents?.find(agentId);
    if (!agents) unchecked.push({ field: "agentId", reason: "cannot be checked: no agents group" });
    else if (!agent) lacks("agentId", `There is no agent ${agentId}`, `${change} --agentId AGENT`);
    else if (agent.archivedAt !== undefined)
      lacks("agentId", `The agent ${agentId} is archived`, `postern agents unarchive --id ${agentId}`);
  }
  if (language === undefined) lacks("language", "It does not say which language is spoken", `${change} --language en`);
  if (prompt === undefined && firstMessage === undefined)
    lacks(
      "prompt",
      "There is neither a prompt nor a first message, so nothing would be said",
      `${change} --prompt TEXT`,
    );
  return { missing, unchecked };
}
