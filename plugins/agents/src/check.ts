import type { Reads } from "@postern/core";
import type { Check, Finding } from "@postern/core/checks";
import { pendingTurns, unansweredTurns } from "./collections.ts";

const MINUTE = 60_000;
/** How late a turn may be delivered, and how long an answer may take, in milliseconds. */
const DELIVERY = MINUTE;
const ANSWER = 10 * MINUTE;
/** Turns without an answer for longer than this are no longer reported: the agent did not want to answer. */
const FORGOTTEN = 24 * 60 * MINUTE;

/** Reports turns that are not delivered, or not answered. */
export const agentsCheck: Check = {
  name: "agents",
  async run({ store, now }) {
    const pending = await store.count(pendingTurns);
    const unanswered = { by: "byAge", from: [now - FORGOTTEN], to: [now - ANSWER] } as const;
    const late = { by: "byDue", to: [now - DELIVERY] } as const;
    const open = await store.count(unansweredTurns, unanswered);
    return {
      items: [
        { name: "pending turns", value: String(pending) },
        { name: "unanswered turns", value: String(open), detail: "for more than 10 minutes, at most a day" },
      ],
      findings: [
        ...(await ofLate(store, await store.count(pendingTurns, late))),
        ...(await ofUnanswered(store, open, unanswered)),
      ],
    };
  },
};

async function ofLate(store: Reads, count: number): Promise<Finding[]> {
  if (count === 0) return [];
  const [first] = (await store.find(pendingTurns, { by: "byDue", limit: 1 })).items;
  const since = first?.dueAt === undefined ? "" : `, the first since ${new Date(first.dueAt).toISOString()}`;
  const evidence = `${turns(count)} due but not delivered${since}`;
  return [{ id: "agents.turns_late", severity: "error", evidence, fix: "postern agents turns list" }];
}

async function ofUnanswered(
  store: Reads,
  count: number,
  range: { readonly by: "byAge"; readonly from: readonly number[]; readonly to: readonly number[] },
): Promise<Finding[]> {
  const [oldest] = (await store.find(unansweredTurns, { ...range, limit: 1 })).items;
  if (count === 0 || !oldest) return [];
  const { agentId, chatId, since } = oldest;
  const evidence = `${turns(count)} unanswered, the oldest by ${agentId} since ${new Date(since).toISOString()}`;
  const fix = `postern chats messages list --chatId ${chatId}`;
  return [{ id: "agents.turns_unanswered", severity: "warning", evidence, fix }];
}

const turns = (count: number): string => (count === 1 ? "1 turn is" : `${count} turns are`);
