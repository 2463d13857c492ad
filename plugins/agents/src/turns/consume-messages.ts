import { messageCreated, messageDeleted, messageRestored, messageUpdated } from "@postern/chats/services";
import { causedBy, type GatewayEvent, type Logger, type Reads, type Transacting } from "@postern/core";
import { defineConsumer } from "@postern/kit/queue";
import { isFromSync } from "@postern/kit/sync";
import { Value } from "@sinclair/typebox/value";
import { isOwn, wasActive } from "../active-ranges.ts";
import { answerByMessage } from "../claims/own-messages.ts";
import { type AgentRecord, agents } from "../collections.ts";
import { group } from "../group.ts";
import { addMessage, ChatMessage, openSingle, type Position, updatePending } from "./gather.ts";

/** Events are matched by type, so any plugin that emits them works. */
const TYPES = new Set<string>(
  [messageCreated, messageUpdated, messageDeleted, messageRestored].map(({ type }) => type),
);

/** Consumes chat messages exactly once: the cursor advances in the same commit. */
export const consumeMessages = defineConsumer(group, "listen", {
  // Includes messages sent while no gateway was running. Messages from before an agent existed are skipped below.
  from: "beginning",
  // A message may have a million characters, and a whole batch is held in memory.
  batch: 5,
  accept: ({ type }) => TYPES.has(type),
  // Most chats have no agent of this gateway.
  wanted: async (events, { store, log }) => {
    const ours = events.filter((event) => !cameFromSync(event));
    if (ours.some((event) => !messageIn(event))) return true;
    const ids = new Set(ours.map((event) => messageIn(event)?.agentId));
    for (const id of ids) if (await readAgent(store, id, log)) return true;
    return false;
  },
  async handle(ctx, events, { log }) {
    for (const event of events) {
      if (cameFromSync(event)) continue;
      const message = messageIn(event) ?? logInvalid(event, log);
      const agent = message && (await readAgent(ctx.store, message.agentId, log));
      if (agent) await consume(ctx, agent, message, event, log);
    }
  },
});

/** A message that arrived by sync is already a turn on the gateway it was sent to. */
const cameFromSync = (event: GatewayEvent): boolean => event.type === messageCreated.type && isFromSync(event);

async function consume(ctx: Transacting, agent: AgentRecord, message: ChatMessage, event: GatewayEvent, log: Logger) {
  const place = positionOf(event);
  const isNew = event.type === messageCreated.type;
  if (isNew && isOwn(agent, message)) return answerByMessage(ctx, agent.id, message, place);
  if (isNew && !wasActive(agent, place.number)) return;
  try {
    if (isNew) await addMessage(ctx, agent, message, place);
    else await updatePending(ctx, message, event.type === messageDeleted.type);
  } catch (error) {
    if (!isDamaged(error)) throw error;
    log.error(
      { event: event.id, error: String(error) },
      "Could not add a message to a pending turn, because a record of the turn is damaged",
    );
    if (isNew) await openSingle(ctx, agent.id, message, place);
  }
}

const messageIn = ({ data }: GatewayEvent): ChatMessage | undefined =>
  Value.Check(ChatMessage, data) ? (data.message as ChatMessage) : undefined;

/** One damaged record must not stop delivery to all agents. */
async function readAgent(store: Reads, id: string | undefined, log: Logger): Promise<AgentRecord | undefined> {
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
function logInvalid({ id, type }: GatewayEvent, log: Logger): undefined {
  log.warn({ event: id, type }, "Skipped a chat event with unexpected data");
}

function positionOf(event: GatewayEvent): Position {
  const [number, place] = event.id.split(".");
  return { number: Number(number), place: Number(place), cause: causedBy(event) };
}
