import type { GatewayEvent, Glance, Logger } from "@postern/core";
import { defineFollower } from "@postern/core/queue";
import { Value } from "@sinclair/typebox/value";
import { agents } from "../collections.ts";
import { group } from "../group.ts";
import { hears, isOwn } from "../hearing.ts";
import { gather, Heard, revise } from "./gather.ts";

/** Chats are known by what they tell, not by an import: whoever tells the same is heard alike. */
const CREATED = "chats.message.created";
const TYPES = new Set([CREATED, "chats.message.updated", "chats.message.deleted", "chats.message.restored"]);

/** Takes up what is said in the chats of agents, in the commit that notes how far it has come: once for each message. */
export const listen = defineFollower(group, "listen", {
  // What was said before an agent was there is not for it; what was said since is, also while nobody served.
  from: "beginning",
  // A message may have a million characters, and a portion of them is held at once.
  batch: 5,
  accept: ({ type }) => TYPES.has(type),
  // Most chats have no agent that is known here.
  wanted: async (events, { store }) => {
    if (events.some((event) => !heardIn(event))) return true;
    const ids = new Set(events.map((event) => heardIn(event)?.agentId));
    for (const id of ids) if (id !== undefined && (await store.get(agents, id))) return true;
    return false;
  },
  async handle(ctx, events, { log }) {
    for (const event of events) {
      const message = heardIn(event) ?? misheard(event, log);
      const agent = await agentIn(ctx.store, message);
      if (!message || !agent) continue;
      const place = placeOf(event);
      if (event.type !== CREATED) await revise(ctx, message, event.type === "chats.message.deleted");
      else if (hears(agent, place.number) && !isOwn(agent, message)) await gather(ctx, agent, message, place);
    }
  },
});

const heardIn = ({ data }: GatewayEvent): Heard | undefined =>
  Value.Check(Heard, data) ? (data.message as Heard) : undefined;

const agentIn = async (store: Glance, message: Heard | undefined) =>
  message?.agentId === undefined ? undefined : store.get(agents, message.agentId);

/** It will not fit at the next try either, and what comes after it must not wait for that. */
function misheard({ id, type }: GatewayEvent, log: Logger): undefined {
  log.warn({ event: id, type }, "An event of chats is not as agents know it, and is passed over");
}

function placeOf({ id }: GatewayEvent): { number: number; place: number } {
  const [number, place] = id.split(".");
  return { number: Number(number), place: Number(place) };
}
