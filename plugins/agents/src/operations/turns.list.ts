import { defineQuery, type Reads, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import {
  chained,
  filtered,
  limitToGrants,
  listOf,
  listSource,
  namedSource,
  nameField,
  type Source,
  within,
} from "@postern/kit/paging";
import { type PendingTurn, pendingTurns, type TurnRecord, turns } from "../collections.ts";
import { group } from "../group.ts";
import { AgentRef, ChatId, Turn, TurnStatus } from "../schemas.ts";
import { type AnyTurn, showTurn } from "../turns/show.ts";

const Turns = listOf("turns", Turn, {
  id: "id",
  agentId: "id",
  chatId: ["id", 2],
  status: "status",
  messages: ["plain", 3],
  lastAt: "ago",
  leaseEndsAt: ["ago", 4],
  reason: ["text", 1],
});

interface Filter {
  readonly agent?: string;
  readonly chat?: string;
  readonly status?: Turn["status"];
}

export const turnsList = defineQuery(group, {
  id: "agents.turns.list",
  summary: "List turns: pending ones by due time, then the others, newest first",
  description: "A pending turn collects messages, one for each agent and chat. Turns of archived agents are not due.",
  input: T.Object({
    name: nameField(),
    agent: T.Optional(AgentRef),
    chat: T.Optional(ChatId),
    status: T.Optional(described(TurnStatus, "Only turns in this state")),
    ...Turns.fields,
  }),
  narrowed: true,
  output: Turns.output,
  examples: [{ title: "Turns of an agent that wait for an answer", input: { agent: "main", status: "ready" } }],
  resource: ({ agent }) => agent,
  async run({ store, caller }, { name, limit, offset, fields, ...filter }) {
    // A query reads one snapshot and commits nothing, so unchecked reads are exact, and an offset costs no reads.
    const { unchecked } = store;
    return Turns.answer(
      { limit, offset, ...(fields !== undefined && { fields }) },
      limitToGrants(
        name === undefined ? await sourceOf(unchecked, filter) : namedTurns(unchecked, name, filter),
        caller,
        "agents.turns.list",
        ({ agentId }) => agentId,
      ),
      (one) => showTurn(unchecked, one),
    );
  },
});

async function sourceOf(store: Reads, filter: Filter): Promise<Source<AnyTurn>> {
  if (filter.status === "pending") return pendingSource(store, filter);
  if (filter.status !== undefined) return openedSource(store, filter);
  return chained(await pendingSource(store, filter), openedSource(store, filter));
}

async function pendingSource(store: Reads, { agent, chat }: Filter): Promise<Source<PendingTurn>> {
  if (agent !== undefined && chat !== undefined) {
    const one = await store.get(pendingTurns, agent, chat);
    return listSource(one ? [one] : []);
  }
  if (agent !== undefined) return within(store, pendingTurns, { by: "byAgent", prefix: [agent] });
  return within(store, pendingTurns, chat === undefined ? { by: "byDue" } : { by: "byChat", prefix: [chat] });
}

function openedSource(store: Reads, filter: Filter): Source<TurnRecord> {
  const { agent, chat, status } = filter;
  const newestFirst = { by: "byView" as const, reverse: true };
  // Most chats have one agent and few turns.
  if (chat !== undefined)
    return filtered(store, turns, { ...newestFirst, prefix: ["chat", chat] }, (turn) => matches(turn, filter));
  if (agent !== undefined)
    return within(store, turns, {
      ...newestFirst,
      prefix: status === undefined ? ["agent", agent] : ["agent+status", agent, status],
    });
  return within(store, turns, { ...newestFirst, prefix: status === undefined ? ["all"] : ["status", status] });
}

function namedTurns(store: Reads, name: string, filter: Filter): Source<AnyTurn> {
  const id = name.startsWith("turn_") ? name : `turn_${name}`;
  const pending = filtered(
    store,
    pendingTurns,
    { by: "byId", from: [id], to: [`${id}\u{10ffff}`] },
    (turn) => (filter.status ?? "pending") === "pending" && isOf(turn, filter),
  );
  return chained(
    pending,
    namedSource(store, turns, { name, idPrefix: "turn_" }, (turn) => matches(turn, filter)),
  );
}

const isOf = (turn: { agentId: string; chatId: string }, { agent, chat }: Filter): boolean =>
  (agent === undefined || turn.agentId === agent) && (chat === undefined || turn.chatId === chat);

const matches = (turn: TurnRecord, filter: Filter): boolean =>
  isOf(turn, filter) && (filter.status === undefined || turn.status === filter.status);
