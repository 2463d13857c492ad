import { omitUndefined, type Static, T, type Transacting } from "@postern/core";
import { defineSyncDomain, defineSyncKind, portionOf } from "@postern/kit/sync";
import { endActiveRange, startActiveRange } from "./active-ranges.ts";
import { mergeFields, showAgent } from "./agent.ts";
import { type AgentRecord, agents } from "./collections.ts";
import { agentArchived, agentCreated, agentUnarchived, agentUpdated } from "./events.ts";
import { Agent, AgentId, Defaults, Description, Instructions, Model, Name } from "./schemas.ts";
import { reschedule } from "./turns/reschedule.ts";

const { cwd: _cwd, ...syncedFields } = Agent.properties;

/** The synced fields of an agent. The working folder and the active ranges are local to each gateway. */
const SyncedAgent = T.Object(
  {
    ...syncedFields,
    id: AgentId,
    name: T.Optional(Name),
    description: T.Optional(Description),
    model: T.Optional(Model),
    instructions: T.Optional(Instructions),
    debounceMs: T.Integer({ minimum: 0, maximum: 600_000 }),
    defaults: T.Optional(Defaults),
  },
  { additionalProperties: false },
);
type SyncedAgent = Static<typeof SyncedAgent>;

const agent = defineSyncKind({
  name: ["id"],
  schema: SyncedAgent,
  async read(store, id = "") {
    const record = await store.get(agents, id);
    return record && toSynced(record);
  },
  list: (store, portion) => portionOf(store, agents, portion, ({ id }) => [id]),
  put,
});

const toSynced = ({ cwd: _cwd, hearing: _hearing, createdBy: _createdBy, ...record }: AgentRecord): SyncedAgent =>
  record;

async function put({ store, number, emit }: Transacting, incoming: SyncedAgent): Promise<void> {
  const before = await store.get(agents, incoming.id);
  const { hearing = incoming.archivedAt === undefined ? [{ since: number }] : [] } = before ?? {};
  const [was, is] = [before?.archivedAt !== undefined, incoming.archivedAt !== undefined];
  const isTurned = before !== undefined && was !== is;
  const ranges = !isTurned ? hearing : is ? endActiveRange(hearing, number) : startActiveRange(hearing, number);
  const { createdAt, updatedAt, archivedAt } = incoming;
  const record: AgentRecord = omitUndefined({
    id: incoming.id,
    ...mergeFields({ ...incoming, cwd: before?.cwd }),
    createdAt,
    updatedAt,
    archivedAt,
    hearing: ranges,
    createdBy: before?.createdBy,
  });
  await store.put(agents, record);
  if (before && (isTurned || before.debounceMs !== record.debounceMs)) await reschedule(store, record.id);
  const data = { agent: showAgent(record) };
  if (!before) emit(agentCreated, data);
  else if (isTurned) emit(is ? agentArchived : agentUnarchived, data);
  else emit(agentUpdated, data);
}

const touched = ({ agent }: { agent: { id: string } }) => [["agent", agent.id] as const];

/** The sync domain of agents. */
export const syncedAgents = defineSyncDomain("agents", {
  kinds: { agent },
  touched: Object.fromEntries(
    [agentCreated, agentUpdated, agentArchived, agentUnarchived].map(({ type }) => [type, touched]),
  ),
});
