import type { AgentDirectory } from "@postern/agents/services";
import type { ConnectionDirectory } from "@postern/credentials/services";
import type { Profile } from "./schemas.ts";

interface MissingSetting {
  readonly field: string;
  readonly reason: string;
  /** The command that fixes it. Words in capitals are placeholders for values the user must choose. */
  readonly fix: string;
}
interface Unchecked {
  readonly field: string;
  readonly reason: string;
}
interface Directories {
  readonly agents: AgentDirectory | undefined;
  readonly connections: ConnectionDirectory | undefined;
}

/** The settings missing before calls can be placed with a profile, and the fields that cannot be checked. */
export async function readinessOf(profile: Profile, { agents, connections }: Directories) {
  const { id, enabled, provider, connection, agentId, language, prompt, firstMessage } = profile;
  const change =
    profile.source === "store"
      ? `postern prox calls profiles update --profileId ${id}`
      : `postern prox calls profiles create --profileId ${id} --from ${id}`;
  const missing: MissingSetting[] = [];
  const unchecked: Unchecked[] = [];
  const addMissing = (field: string, reason: string, fix: string) => missing.push({ field, reason, fix });

  if (!enabled) addMissing("enabled", "The profile is disabled.", `${change} --enabled`);
  if (provider === undefined) addMissing("provider", "No telephony provider is set.", `${change} --provider PROVIDER`);
  if (connection === undefined)
    addMissing("connection", "No connection with credentials is set.", `${change} --connection CONNECTION`);
  else if (!connections) unchecked.push({ field: "connection", reason: 'The plugin "credentials" is not enabled.' });
  else {
    const found = await connections.find({ connection, ...(provider !== undefined && { provider }) });
    if (!found) {
      const owner = provider === undefined ? "" : ` of ${provider}`;
      addMissing(
        "connection",
        `Connection "${connection}"${owner} does not exist.`,
        `${change} --connection CONNECTION`,
      );
    } else if (found.status === "disabled") {
      const fix = `postern credentials connections enable --connection ${connection} --provider ${found.provider}`;
      addMissing("connection", `Connection "${connection}" is disabled.`, fix);
    }
  }
  if (agentId !== undefined) {
    const agent = await agents?.find(agentId);
    if (!agents) unchecked.push({ field: "agentId", reason: 'The plugin "agents" is not enabled.' });
    else if (!agent) addMissing("agentId", `Agent "${agentId}" does not exist.`, `${change} --agentId AGENT`);
    else if (agent.archivedAt !== undefined)
      addMissing("agentId", `Agent "${agentId}" is archived.`, `postern agents unarchive --id ${agentId}`);
  }
  if (language === undefined) addMissing("language", "No language is set.", `${change} --language en`);
  if (prompt === undefined && firstMessage === undefined)
    addMissing("prompt", "Neither a prompt nor a first message is set.", `${change} --prompt TEXT`);
  return { missing, unchecked };
}
