import { messageCreated, messageDeleted, messageRestored, messageUpdated } from "@postern/chats/services";
import { causedBy, type GatewayEvent, type Reads, T, type Transacting } from "@postern/core";
import { defineConsumer } from "@postern/kit/queue";
import { Value } from "@sinclair/typebox/value";
import { adapters, crossings, type PlaceRecord, places, sendings } from "../collections.ts";
import { group } from "../group.ts";
import type { Action } from "./entry.ts";
import { outbox } from "./outbox.ts";

/** The action for each event of chats. */
const ACTIONS: Readonly<Record<string, Action>> = {
  [messageCreated.type]: "send",
  [messageRestored.type]: "send",
  [messageUpdated.type]: "edit",
  [messageDeleted.type]: "remove",
};

const MessageEvent = T.Object({
  message: T.Object(
    {
      id: T.String({ description: "Id of the message" }),
      chatId: T.String({ description: "Id of the chat" }),
      revision: T.Integer({ description: "Number of the revision, starting at 1" }),
    },
    { description: "The message" },
  ),
});

/** Adds messages of connected chats to the outbox, in the commit that advances the consumer's cursor. */
export const outbound = defineConsumer(group, "outbound", {
  // Messages written before the first start of the runner are sent as well, if their chat was already open.
  from: "beginning",
  // A message may have a million characters, and a whole batch is held in memory.
  batch: 20,
  accept: ({ type }) => type in ACTIONS,
  // Most events are of received messages, or of chats that are not connected.
  async wanted(events, { store }) {
    for (const event of events) if (await placeFor(store, event)) return true;
    return false;
  },
  async handle(ctx, events, host) {
    for (const event of events) {
      const place = await placeFor(ctx.store, event);
      if (!place) continue;
      await add(ctx, event, place);
      host.state.runtime?.monitor.queued(ctx.now);
    }
  },
});

/** The place that an event's message is sent to. Undefined if there is none, or the message came from there. */
async function placeFor(store: Reads, { data, type }: GatewayEvent): Promise<PlaceRecord | undefined> {
  if (!Value.Check(MessageEvent, data)) return undefined;
  const { id, chatId, revision } = data.message;
  const place = await store.one(places, "byChat", chatId);
  if (!place || !(await store.get(adapters, place.adapter))) return undefined;
  const sending = await store.get(sendings, id);
  // The platform already shows a change that came from it.
  if (sending && sending.revision >= revision && type !== messageCreated.type) return undefined;
  if (sending) return place;
  const [crossed] = (await store.find(crossings, { by: "byMessage", prefix: [id], limit: 1 })).items;
  return crossed?.way === "in" ? undefined : place;
}

async function add(ctx: Transacting, event: GatewayEvent, { adapter, place }: PlaceRecord): Promise<void> {
  const { type, data } = event;
  const {
    id: messageId,
    chatId,
    revision,
  } = (data as { message: { id: string; chatId: string; revision: number } }).message;
  const entry = { adapter, place, chatId, messageId, revision, does: ACTIONS[type] as Action };
  await outbox.add(ctx, entry, { key: `${messageId}.${revision}`, cause: causedBy(event) });
}
