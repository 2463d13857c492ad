import type { Session } from "../session/session.ts";
import type { Choice } from "./catalog.ts";

const LIMIT = 500;

/** The agents that this key may see. None if there is no such group. */
export async function agentChoices({ client, may }: Session, signal: AbortSignal): Promise<readonly Choice[]> {
  if (!may("agents.list")) return [];
  const { agents } = await client.agents.list({ limit: LIMIT, fields: "id,name" }, { signal });
  return agents.map(({ id = "", name }) => ({ value: id, label: name === undefined ? id : `${name} (${id})` }));
}

/** The connections with secrets that this key may see. None if there is no such group. */
export async function connectionChoices({ client, may }: Session, signal: AbortSignal): Promise<readonly Choice[]> {
  if (!may("credentials.connections.list")) return [];
  const { connections } = await client.credentials.connections.list({ limit: LIMIT }, { signal });
  return connections.map(({ id = "", label, connection }) => ({ value: id, label: label ?? connection ?? id }));
}
