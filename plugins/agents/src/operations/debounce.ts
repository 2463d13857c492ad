import { defineCommand, T } from "@postern/core";
import { agentOf, changeAgent } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentId, Debounce } from "../schemas.ts";

export const debounce = defineCommand(group, {
  id: "agents.debounce",
  summary: "Show or set how long messages to an agent are gathered",
  description:
    "Messages of a chat are handed over together once `ms` have passed without a new one, and at the latest ten times `ms` or a minute after the first, whichever is less, but never before `ms`. " +
    "0 hands over each at once; without `ms` nothing changes. It holds at once, also for what waits.",
  input: T.Object({ id: AgentId, ms: T.Optional(Debounce) }),
  output: T.Object({
    agentId: T.String({ description: "Id of the agent" }),
    debounceMs: T.Integer({ description: "How long it waits for further messages, in milliseconds" }),
    enabled: T.Boolean({ description: "Whether messages are gathered" }),
    changed: T.Boolean({ description: "Whether anything was changed" }),
  }),
  errors: [AgentNotFound],
  examples: [
    { title: "Show it", input: { id: "main" } },
    { title: "Wait until nothing was said for two seconds", input: { id: "main", ms: "2000" } },
    { title: "Hand over each message at once", input: { id: "main", ms: "0" } },
  ],
  resource: ({ id }) => id,
  async plan({ store }, { id, ms }) {
    const { debounceMs } = await agentOf(store, id);
    if (ms === undefined || ms === debounceMs) return { summary: `Leave ${id} as it is, at ${debounceMs} ms` };
    return { summary: ms === 0 ? `Gather no messages for ${id}` : `Gather messages for ${id} for ${ms} ms` };
  },
  async execute(ctx, _plan, { id, ms: debounceMs }) {
    const before = await agentOf(ctx.store, id);
    const said = debounceMs === undefined ? {} : { debounceMs };
    const { agent, changed } = await changeAgent(ctx, before, said);
    return { agentId: id, debounceMs: agent.debounceMs, enabled: agent.debounceMs > 0, changed };
  },
});
