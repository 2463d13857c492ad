import type { Reads } from "@postern/core";
import { type Check, type Finding, gauge } from "@postern/kit/checks";
import { pendingTurns, type TurnRecord, turns } from "./collections.ts";

const MINUTE = 60_000;
/** How late a turn may be delivered, and how long an answer may take, in milliseconds. */
const DELIVERY = MINUTE;
const ANSWER = 10 * MINUTE;
/** Failed turns are no longer reported after this time, in milliseconds. */
const FORGOTTEN = 24 * 60 * MINUTE;

/** Reports turns that are not delivered, not answered or have failed. */
export const agentsCheck: Check = {
  name: "agents",
  async run({ store, now }) {
    const late = await store.count(pendingTurns, { by: "byDue", to: [now - DELIVERY] });
    const open = await openTurns(store);
    const overdue = await openTurns(store, { to: [now - ANSWER] });
    const failed = await turnsOf(store, "failed", { from: [now - FORGOTTEN] });
    return {
      items: [
        { name: "pending turns", value: String(await store.count(pendingTurns)) },
        {
          name: "unanswered turns",
          value: String(open.count),
          ...(open.oldest && { detail: `the oldest for ${age(now - open.oldest.readyAt)}` }),
        },
        { name: "failed turns", value: String(failed.count), detail: "of the last 24 hours" },
      ],
      findings: [...(await ofLate(store, late)), ...ofUnanswered(overdue), ...ofFailed(failed)],
    };
  },
  async metrics({ store, now }) {
    const [ready, claimed] = [await turnsOf(store, "ready"), await turnsOf(store, "claimed")];
    const failed = await turnsOf(store, "failed", { from: [now - FORGOTTEN] });
    const counts = { pending: await store.count(pendingTurns), ready: ready.count, claimed: claimed.count };
    const since = Math.min(ready.oldest?.readyAt ?? now, claimed.oldest?.readyAt ?? now);
    return [
      gauge(
        "postern_agents_turns",
        "Turns without an answer by state (pending, ready, claimed), counted up to 10,000",
        Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
      ),
      gauge(
        "postern_agents_turns_failed_today",
        "Turns that became ready in the last 24 hours and failed, counted up to 10,000",
        failed.count,
      ),
      gauge(
        "postern_agents_oldest_turn_seconds",
        "How long the oldest delivered turn has been waiting for an answer, 0 if none is",
        Math.max(0, now - since) / 1_000,
      ),
    ];
  },
};

interface Found {
  readonly count: number;
  readonly oldest?: TurnRecord | undefined;
  readonly newest?: TurnRecord | undefined;
}

async function turnsOf(
  store: Reads,
  status: TurnRecord["status"],
  range: { from?: readonly number[]; to?: readonly number[] } = {},
): Promise<Found> {
  const place = { by: "byView" as const, prefix: ["status", status], ...range };
  const [oldest] = (await store.find(turns, { ...place, limit: 1 })).items;
  const [newest] = (await store.find(turns, { ...place, limit: 1, reverse: true })).items;
  return { count: await store.count(turns, place), oldest, newest };
}

/** Turns that wait for an answer. */
async function openTurns(store: Reads, range?: { to: readonly number[] }): Promise<Found> {
  const [ready, claimed] = [await turnsOf(store, "ready", range), await turnsOf(store, "claimed", range)];
  const oldest = [ready, claimed].flatMap(({ oldest }) => oldest ?? []);
  oldest.sort((left, right) => left.readyAt - right.readyAt);
  return { count: ready.count + claimed.count, oldest: oldest[0] };
}

async function ofLate(store: Reads, count: number): Promise<Finding[]> {
  if (count === 0) return [];
  const [first] = (await store.find(pendingTurns, { by: "byDue", limit: 1 })).items;
  const since = first?.dueAt === undefined ? "" : `, the first since ${new Date(first.dueAt).toISOString()}`;
  const evidence = `${are(count)} due but not delivered${since}`;
  return [{ id: "agents.turns_late", severity: "error", evidence, fix: "postern agents turns list --status pending" }];
}

function ofUnanswered({ count, oldest }: Found): Finding[] {
  if (!oldest) return [];
  const { agentId, chatId, readyAt } = oldest;
  const evidence = `${are(count)} unanswered, the oldest by ${agentId} since ${new Date(readyAt).toISOString()}`;
  const fix = `postern chats messages list --chatId ${chatId}`;
  return [{ id: "agents.turns_unanswered", severity: "warning", evidence, fix }];
}

function ofFailed({ count, newest }: Found): Finding[] {
  if (!newest) return [];
  const { id, agentId, reason = "unknown" } = newest;
  const evidence = `${count === 1 ? "1 turn has" : `${count} turns have`} failed, the last one of ${agentId}: ${reason}`;
  return [{ id: "agents.turns_failed", severity: "warning", evidence, fix: `postern agents turns retry ${id}` }];
}

const are = (count: number): string => (count === 1 ? "1 turn is" : `${count} turns are`);

/** A duration in its largest unit. */
function age(ms: number): string {
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 1) return "less than a minute";
  if (minutes < 60) return counted(minutes, "minute");
  return minutes < 48 * 60 ? counted(Math.floor(minutes / 60), "hour") : counted(Math.floor(minutes / 1_440), "day");
}

const counted = (count: number, unit: string): string => `${count} ${unit}${count === 1 ? "" : "s"}`;
