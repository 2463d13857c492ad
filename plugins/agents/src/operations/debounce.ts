import { defineCommand, T } from "@postern/core";
import { changeAgent, findAgent } from "../agent.ts";
import { AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentRef, DebounceText } from "../schemas.ts";

export const debounce = defineCommand(group, {
  id: "agents.debounce",
  summary: "Show or set the debounce time of an agent",
  description:
    "Messages of a chat are delivered together after `ms` milliseconds without a new message. If messages keep arriving, they are delivered at the latest ten times `ms` or one minute after the first, whichever is less, but never before `ms`. " +
    "With 0, each message is delivered immediately. Without `ms`, nothing changes. A new value also applies to pending messages.",
  refusesExecute: true,
  input: T.Object({ id: AgentRef, ms: T.Optional(DebounceText) }),
  output: T.Object({
    agentId: T.String({ description: "Agent id" }),
    debounceMs: T.Integer({ description: "Debounce time in milliseconds" }),
    enabled: T.Boolean({ description: "Whether the debounce time is greater than 0" }),
    changed: T.Boolean({ description: "Whether the debounce time changed" }),
  }),
  errors: [AgentNotFound],
  examples: [
    { title: "Show the debounce time", input: { id: "main" } },
    { title: "Deliver after two seconds without a new message", input: { id: "main", ms: "2000" } },
    { title: "Deliver each message immediately", input: { id: "main", ms: "0" } },
  ],
  resource: ({ id }) => id,
  async plan({ store }, { id, ms }) {
    const { debounceMs } = await findAgent(store, id);
    if (ms === undefined || ms === debounceMs)
      return { summary: `Keep the debounce time of ${id} at ${debounceMs} ms` };
    return { summary: ms === 0 ? `Turn off the debounce time of ${id}` : `Set the debounce time of ${id} to ${ms} ms` };
  },
  async undo({ store }, _plan, { id, ms }) {
    const { debounceMs } = await findAgent(store, id);
    if (ms === undefined || ms === debounceMs) return undefined;
    return { operation: "agents.debounce", input: { id, ms: String(debounceMs) } };
  },
  async execute(ctx, _plan, { id, ms: debounceMs }) {
    const before = await findAgent(ctx.store, id);
    const fields = debounceMs === undefined ? {} : { debounceMs };
    const { agent, changed } = await changeAgent(ctx, before, fields);
    return { agentId: id, debounceMs: agent.debounceMs, enabled: agent.debounceMs > 0, changed };
  },
});
