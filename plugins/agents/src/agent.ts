import { digestOf, omitUndefined, type Reads, type Transacting } from "@postern/core";
import { type AgentRecord, agents } from "./collections.ts";
import { AgentNotFound } from "./errors.ts";
import { agentUpdated } from "./events.ts";
import type { Agent } from "./schemas.ts";
import { reschedule } from "./turns/reschedule.ts";

/** Finds an agent or throws 404. */
export async function findAgent(store: Reads, agentId: string): Promise<AgentRecord> {
  const agent = await store.get(agents, agentId);
  if (agent === undefined) throw AgentNotFound({ agentId });
  return agent;
}

/** The public form of an agent. */
export function showAgent({ hearing: _hearing, createdBy: _createdBy, ...agent }: AgentRecord): Agent {
  return agent;
}

/** Fields of an agent that callers can set. */
type AgentFields = Partial<
  Pick<AgentRecord, "name" | "description" | "cwd" | "model" | "instructions" | "debounceMs" | "defaults">
>;

/** Merges given fields into an agent. Empty values clear a field. */
export function mergeFields(
  { name, description, cwd, model, instructions, debounceMs, defaults }: AgentFields,
  before: AgentFields = {},
) {
  const speech = (defaults ?? before.defaults)?.speech ?? {};
  return {
    name: (name ?? before.name) || undefined,
    description: (description ?? before.description) || undefined,
    cwd: (cwd ?? before.cwd) || undefined,
    model: (model ?? before.model) || undefined,
    instructions: (instructions ?? before.instructions) || undefined,
    debounceMs: debounceMs ?? before.debounceMs ?? 0,
    defaults: Object.keys(speech).length > 0 ? { speech } : undefined,
  };
}

/** Updates an agent. A new `debounceMs` also reschedules its pending turns. */
export async function changeAgent(
  { store, now, emit }: Pick<Transacting, "store" | "now" | "emit">,
  before: AgentRecord,
  fields: AgentFields,
): Promise<{ agent: Agent; changed: boolean }> {
  const same: AgentRecord = omitUndefined({ ...before, ...mergeFields(fields, before) });
  if (digestOf(same) === digestOf(before)) return { agent: showAgent(before), changed: false };
  const record = { ...same, updatedAt: now };
  await store.put(agents, record);
  if (record.debounceMs !== before.debounceMs) await reschedule(store, record.id);
  const agent = showAgent(record);
  emit(agentUpdated, { agent });
  return { agent, changed: true };
}
