import type { GatewayEvent, Logger, Reads, Transacting } from "@postern/core";
import { defineConsumer } from "@postern/core/queue";
import { cameBySync } from "@postern/core/sync";
import { Value } from "@sinclair/typebox/value";
import { type AgentRecord, agents } from "../collections.ts";
import { turnReady } from "../events.ts";
import { group } from "../group.ts";
import { hears, isOwn } from "../hearing.ts";
import { gather, Heard, revise } from "./gather.ts";

/** Events are matched by type, without importing the chats plugin, so any plugin that emits them works. */
const CREATED = "chats.message.created";
const TYPES = new Set([CREATED, "chats.message.updated", "chats.message.deleted", "chats.message.restored"]);

/** Consumes chat messages exactly once: the cursor advances in the same commit. */
export const listen = defineConsumer(group, "listen", {
  // Includes messages sent while no gateway was running. Messages from before an agent existed are skipped below.
  from: "beginning",
  // A message may have a million characters, and a whole batch is held in memory.
  batch: 5,
  accept: ({ type }) => TYPES.has(type),
  // Most chats have no agent of this gateway.
  wanted: async (events, { store, log }) => {
    const ours = events.filter((event) => !isAnswered(event));
    if (ours.some((event) => !heardIn(event))) return true;
    const ids = new Set(ours.map((event) => heardIn(event)?.agentId));
    for (const id of ids) if (await agentIn(store, id, log)) return true;
    return false;
  },
  async handle(ctx, events, { log }) {
    for (const event of events) {
      if (isAnswered(event)) continue;
      const message = heardIn(event) ?? misheard(event, log);
      const agent = message && (await agentIn(ctx.store, message.agentId, log));
      if (agent) await takeUp(ctx, agent, message, event, log);
    }
  },
});

/** A message that arrived by sync is already a turn on the gateway it was sent to. */
const isAnswered = (event: GatewayEvent): boolean => event.type === CREATED && cameBySync(event);

async function takeUp(ctx: Transacting, agent: AgentRecord, message: Heard, event: GatewayEvent, log: Logger) {
  const place = placeOf(event);
  const isNew = event.type === CREATED;
  if (isNew && (!hears(agent, place.number) || isOwn(agent, message))) return;
  try {
    if (isNew) await gather(ctx, agent, message, place);
    else await revise(ctx, message, event.type === "chats.message.deleted");
  } catch (error) {
    if (!isDamaged(error)) throw error;
    log.error(
      { event: event.id, error: String(error) },
      "Could not add a message to a pending turn, because a record of the turn is damaged",
    );
    if (isNew) ctx.emit(turnReady, { agentId: agent.id, chatId: message.chatId, messages: [message] });
  }
}

const heardIn = ({ data }: GatewayEvent): Heard | undefined =>
  Value.Check(Heard, data) ? (data.message as Heard) : undefined;

/** One damaged record must not stop delivery to all agents. */
async function agentIn(store: Reads, id: string | undefined, log: Logger): Promise<AgentRecord | undefined> {
  try {
    return id === undefined ? undefined : await store.get(agents, id);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    log.error({ agentId: id, error: String(error) }, "An agent receives no messages, because its record is damaged");
    return undefined;
  }
}

/** Checks the code, because `instanceof` fails if two copies of the core are loaded. */
const isDamaged = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === "DAMAGED_RECORD";

/** An invalid event stays invalid, so it is skipped instead of blocking later events. */
function misheard({ id, type }: GatewayEvent, log: Logger): undefined {
  log.warn({ event: id, type }, "Skipped a chat event with unexpected data");
}

function placeOf({ id }: GatewayEvent): { number: number; place: number } {
  const [number, place] = id.split(".");
  return { number: Number(number), place: Number(place) };
}
