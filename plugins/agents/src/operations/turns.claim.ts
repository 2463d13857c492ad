import { type Caller, defineCommand, T } from "@postern/core";
import { described, numeric } from "@postern/kit/fields";
import { findAgent } from "../agent.ts";
import { waitForTurns } from "../claims/wait.ts";
import { AgentArchived, AgentNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { AgentRef, ClaimedTurn, DEFAULT_LEASE, LeaseMs } from "../schemas.ts";

const WaitMs = numeric({
  maximum: 25_000,
  description: "Milliseconds to wait for a turn if none is ready (default: 0)",
});

export const turnsClaim = defineCommand(group, {
  id: "agents.turns.claim",
  summary: "Claim the next turn to answer",
  description:
    "Hands out the oldest ready turn until its lease ends. Then it is ready again, so extend the claim during long work. " +
    "The turns of an agent in one chat are handed out in order, each after the previous turn has ended.",
  scope: "agents:turns",
  // It commits its claim itself, and may wait for a turn before.
  outside: true,
  input: T.Object({
    agent: T.Optional(described(AgentRef, "Agent id (default: any agent of the key)")),
    leaseMs: T.Optional(LeaseMs),
    waitMs: T.Optional(WaitMs),
  }),
  narrowed: true,
  output: T.Object({
    turn: T.Union([ClaimedTurn, T.Null()], { description: "The claimed turn; null if none is ready" }),
  }),
  errors: [AgentNotFound, AgentArchived],
  examples: [{ title: "Claim a turn of an agent", input: { agent: "main", waitMs: "1" } }],
  resource: ({ agent }) => agent,
  async plan({ store }, { agent: id }) {
    // Unchecked, because the claim reads the agent again in its own commit.
    const agent = id === undefined ? undefined : await findAgent(store.unchecked, id);
    if (agent?.archivedAt !== undefined) throw AgentArchived({ agentId: agent.id });
    return { summary: id === undefined ? "Claim the next turn" : `Claim the next turn of ${id}` };
  },
  async execute({ host, caller, signal }, _plan, { agent, leaseMs = DEFAULT_LEASE, waitMs = 0 }) {
    const agents = agent === undefined ? reached(caller) : [agent];
    const who = { leaseMs, contextId: caller.contextId, ...(agents && { agents }) };
    const [turn = null] = await waitForTurns(host, who, 1, waitMs, signal);
    return { turn };
  },
});

/** The agents that the caller's grants name; undefined for all. */
function reached(caller: Caller): readonly string[] | undefined {
  const reach = caller.reach("agents:turns", "agents.turns.claim");
  return reach === "all" ? undefined : [...reach];
}
