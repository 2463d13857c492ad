import type { GatewayEvent, Reads, Transacting } from "@postern/core";
import { T } from "@postern/core";
import { defineConsumer } from "@postern/core/queue";
import { Value } from "@sinclair/typebox/value";
import { adapters, crossings, type PlaceRecord, places, sendings } from "../collections.ts";
import { group } from "../group.ts";
import type { Does } from "./entry.ts";
import { outbox } from "./outbox.ts";

/** What each event of chats asks for. Chats are known by what they tell, not by an import. */
const ASKS: Readonly<Record<string, Does>> = {
  "chats.message.created": "send",
  "chats.message.restored": "send",
  "chats.message.updated": "edit",
  "chats.message.deleted": "remove",
};

const Told = T.Object({
  message: T.Object(
    {
      id: T.String({ description: "Its id" }),
      chatId: T.String({ description: "Id of the chat" }),
      revision: T.Integer({ description: "Counts its changes, 1 for the first" }),
    },
    { description: "The message" },
  ),
});

/** Puts into the outbox what is written in chats that an adapter here carries, in the commit that notes how far it has come. */
export const outbound = defineConsumer(group, "outbound", {
  // What was written before a runner ran for the first time waits too, in chats that somebody has opened.
  from: "beginning",
  // A message may have a million characters, and a portion of them is held at once.
  batch: 20,
  accept: ({ type }) => type in ASKS,
  // Most of what happens in chats came in, or is in chats that are carried nowhere.
  async wanted(events, { store }) {
    for (const event of events) if (await placeFor(store, event)) return true;
    return false;
  },
  async handle(ctx, events, host) {
    for (const event of events) {
      const place = await placeFor(ctx.store, event);
      if (!place) continue;
      await add(ctx, event, place);
      host.state.fleet?.outlook.heard(ctx.now);
    }
  },
});

/** Where an event's message is to go; undefined where it goes nowhere, or came from there. */
async function placeFor(store: Reads, { data, type }: GatewayEvent): Promise<PlaceRecord | undefined> {
  if (!Value.Check(Told, data)) return undefined;
  const { id, chatId, revision } = data.message;
  const place = await store.one(places, "byChat", chatId);
  if (!place || !(await store.get(adapters, place.adapter))) return undefined;
  const sending = await store.get(sendings, id);
  // A change that came from the platform is there already.
  if (sending && sending.revision >= revision && type !== "chats.message.created") return undefined;
  if (sending) return place;
  const [crossed] = (await store.find(crossings, { by: "byMessage", prefix: [id], limit: 1 })).items;
  return crossed?.way === "in" ? undefined : place;
}

async function add(ctx: Transacting, { type, data }: GatewayEvent, { adapter, place }: PlaceRecord): Promise<void> {
  const {
    id: messageId,
    chatId,
    revision,
  } = (data as { message: { id: string; chatId: string; revision: number } }).message;
  const entry = { adapter, place, chatId, messageId, revision, does: ASKS[type] as Does };
  await outbox.add(ctx, entry, { key: `${messageId}.${revision}` });
}
