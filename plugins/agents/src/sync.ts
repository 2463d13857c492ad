import { omitUndefined, type Static, T, type Transacting } from "@postern/core";
import { defineSyncDomain, defineSyncKind, portionOf } from "@postern/core/sync";
import { membersOf, showAgent } from "./agent.ts";
import { type AgentRecord, agents } from "./collections.ts";
import { agentArchived, agentCreated, agentUnarchived, agentUpdated } from "./events.ts";
import { closed, reopened } from "./hearing.ts";
import { Agent, AgentId, Defaults, Description, Model, Name } from "./schemas.ts";
import { retime } from "./turns/retime.ts";

const { cwd: _cwd, ...travels } = Agent.properties;

/** The synced fields of an agent. The working folder and the active ranges are local to each gateway. */
const Travelling = T.Object(
  {
    ...travels,
    id: AgentId,
    name: T.Optional(Name),
    description: T.Optional(Description),
    model: T.Optional(Model),
    debounceMs: T.Integer({ minimum: 0, maximum: 600_000 }),
    defaults: T.Optional(Defaults),
  },
  { additionalProperties: false },
);
type Travelling = Static<typeof Travelling>;

const agent = defineSyncKind({
  name: ["id"],
  schema: Travelling,
  async read(store, id = "") {
    const record = await store.get(agents, id);
    return record && travelling(record);
  },
  list: (store, portion) => portionOf(store, agents, portion, ({ id }) => [id]),
  put,
});

const travelling = ({ cwd: _cwd, hearing: _hearing, ...record }: AgentRecord): Travelling => record;

async function put({ store, number, emit }: Transacting, said: Travelling): Promise<void> {
  const before = await store.get(agents, said.id);
  const { hearing = said.archivedAt === undefined ? [{ since: number }] : [] } = before ?? {};
  const [was, is] = [before?.archivedAt !== undefined, said.archivedAt !== undefined];
  const isTurned = before !== undefined && was !== is;
  const heard = !isTurned ? hearing : is ? closed(hearing, number) : reopened(hearing, number);
  const { createdAt, updatedAt, archivedAt } = said;
  const record: AgentRecord = omitUndefined({
    id: said.id,
    ...membersOf({ ...said, cwd: before?.cwd }),
    createdAt,
    updatedAt,
    archivedAt,
    hearing: heard,
  });
  await store.put(agents, record);
  if (before && (isTurned || before.debounceMs !== record.debounceMs)) await retime(store, record.id);
  const told = { agent: showAgent(record) };
  if (!before) emit(agentCreated, told);
  else if (isTurned) emit(is ? agentArchived : agentUnarchived, told);
  else emit(agentUpdated, told);
}

const touched = ({ agent }: { agent: { id: string } }) => [["agent", agent.id] as const];

/** The sync domain of agents. */
export const syncedAgents = defineSyncDomain("agents", {
  kinds: { agent },
  touched: Object.fromEntries(
    [agentCreated, agentUpdated, agentArchived, agentUnarchived].map(({ type }) => [type, touched]),
  ),
});
