import { type Static, Type } from "@sinclair/typebox";
import { oneOf } from "../define/schema.ts";
import { defineCollection, type MutableRecords } from "../storage/index.ts";

/** Who is behind contexts: a person, or an agent with the id `agent:<agent id>`. */
export const Principal = Type.Object({
  id: Type.String(),
  kind: oneOf("person", "agent"),
  name: Type.String(),
  createdAt: Type.Number(),
});
export type Principal = Static<typeof Principal>;

export const principals = defineCollection("gateway.principal", { schema: Principal, key: ({ id }) => [id] });

const AGENT = "agent:";

/** The id of the principal of an agent. */
export const agentPrincipal = (agentId: string): string => AGENT + agentId;

/** The agent of a principal; undefined for a person. */
export const agentOf = (principal: string): string | undefined =>
  principal.startsWith(AGENT) ? principal.slice(AGENT.length) : undefined;

/** Stores the record of a principal that does not exist yet. An agent is named by its id. */
export async function addPrincipal(store: MutableRecords, id: string, name: string, createdAt: number): Promise<void> {
  if (await store.get(principals, id)) return;
  const agentId = agentOf(id);
  await store.put(principals, {
    id,
    kind: agentId === undefined ? "person" : "agent",
    name: agentId ?? name,
    createdAt,
  });
}
