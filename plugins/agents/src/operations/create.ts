import { defineCommand, omitUndefined, T } from "@postern/core";
import { setUpBy } from "@postern/kit/access";
import { described, withDefault } from "@postern/kit/fields";
import { mergeFields, showAgent } from "../agent.ts";
import { type AgentRecord, agents } from "../collections.ts";
import { AgentExists } from "../errors.ts";
import { agentCreated } from "../events.ts";
import { group } from "../group.ts";
import { Agent, AgentId, Cwd, Debounce, Defaults, Description, Instructions, Model, Name } from "../schemas.ts";

export const create = defineCommand(group, {
  id: "agents.create",
  summary: "Create an agent",
  description: "The agent receives all further messages of chats whose agentId is its id.",
  properties: ["lasting"],
  input: T.Object({
    id: described(AgentId, "Agent id; chats refer to it as agentId"),
    name: T.Optional(Name),
    description: T.Optional(Description),
    cwd: T.Optional(Cwd),
    model: T.Optional(Model),
    instructions: T.Optional(Instructions),
    debounceMs: withDefault(Debounce, "0"),
    defaults: T.Optional(Defaults),
  }),
  output: T.Object({ agent: described(Agent, "Agent that was created") }),
  errors: [AgentExists],
  examples: [
    { title: "Create an agent", input: { id: "main", name: "Main", cwd: "/srv/agents/main" } },
    {
      title: "Create an agent with speech defaults and a debounce time of two seconds",
      input: { id: "night", debounceMs: "2000", defaults: { speech: { provider: "local", lang: "en", speed: 1.2 } } },
    },
  ],
  resource: ({ id }) => id,
  async plan({ store }, input) {
    if (await store.get(agents, input.id)) throw AgentExists({ agentId: input.id });
    return { summary: `Create the agent ${input.id}` };
  },
  undo: (_ctx, _plan, { id }) => ({ operation: "agents.archive", input: { id } }),
  async execute({ store, caller, now, number, emit }, _plan, { id, ...fields }) {
    const times = { createdAt: now, updatedAt: now };
    const who = await setUpBy(store, caller);
    const record: AgentRecord = omitUndefined({
      ...{ id, ...mergeFields(fields), ...times, ...who, hearing: [{ since: number }] },
    });
    await store.put(agents, record);
    const agent = showAgent(record);
    emit(agentCreated, { agent });
    return { agent };
  },
});
