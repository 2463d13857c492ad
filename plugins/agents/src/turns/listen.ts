import type { GatewayEvent, Logger, Reads, Transacting } from "@postern/core";
import { defineConsumer } from "@postern/core/queue";
import { cameBySync } from "@postern/core/sync";
import { Value } from "@sinclair/typebox/value";
import { type AgentRecord, agents } from "../collections.ts";
import { turnReady } from "../events.ts";
import { group } from "../group.ts";
import { hears, isOwn } from "../hearing.ts";
import { gather, Heard, revise } from "./gather.ts";

/** Chats are known by what they tell, not by an import: whoever tells the same is heard alike. */
const CREATED = "chats.message.created";
const TYPES = new Set([CREATED, "chats.message.updated", "chats.message.deleted", "chats.message.restored"]);

/** Takes up what is said in the chats of agents, in the commit that notes how far it has come: once for each message. */
export const listen = defineConsumer(group, "listen", {
  // What was said before an agent was there is not for it; what was said since is, also while nobody served.
  from: "beginning",
  // A message may have a million characters, and a portion of them is held at once.
  batch: 5,
  accept: ({ type }) => TYPES.has(type),
  // Most chats have no agent that is known here.
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

/** A message that was sent to another gateway, and came from there, is an agent's turn there. */
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
    log.error({ event: event.id, error: String(error) }, "A message cannot be gathered, for what waits is damaged");
    if (isNew) ctx.emit(turnReady, { agentId: agent.id, chatId: message.chatId, messages: [message] });
  }
}

const heardIn = ({ data }: GatewayEvent): Heard | undefined =>
  Value.Check(Heard, data) ? (data.message as Heard) : undefined;

/** One damaged record must not keep all agents from hearing. */
async function agentIn(store: Reads, id: string | undefined, log: Logger): Promise<AgentRecord | undefined> {
  try {
    return id === undefined ? undefined : await store.get(agents, id);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    log.error({ agentId: id, error: String(error) }, "An agent hears nothing, for its record is damaged");
    return undefined;
  }
}

/** By its code, for a kernel that is there twice has two classes of it. */
const isDamaged = (error: unknown): boolean => (error as { code?: unknown } | undefined)?.code === "DAMAGED_RECORD";

/** It will not fit at the next try either, and what comes after it must not wait for that. */
function misheard({ id, type }: GatewayEvent, log: Logger): undefined {
  log.warn({ event: id, type }, "An event of chats is not as agents know it, and is passed over");
}

function placeOf({ id }: GatewayEvent): { number: number; place: number } {
  const [number, place] = id.split(".");
  return { number: Number(number), place: Number(place) };
}
