import { omitUndefined, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, notYet, portionOf } from "@postern/core/sync";
import { chats, ingested, type MessageRecord, messages } from "../collections.ts";
import { countIn, countOut } from "../deletion.ts";
import { messageDeleted, messageRestored, messageUpdated } from "../events.ts";
import { showMessage } from "../message.ts";
import { ActorId, ChatId, ClientMessageId, Content, Origin } from "../schemas.ts";
import { placeMessage } from "../sending.ts";

/** All of a message but its place here, and the raw ids that only its own gateway may know. A deleted one has its text, for it may be restored. */
const Travelling = T.Object(
  {
    chatId: ChatId,
    clientMessageId: ClientMessageId,
    actorId: ActorId,
    text: Content,
    createdAt: T.Number(),
    updatedAt: T.Number(),
    deletedAt: T.Optional(T.Number()),
    revision: T.Integer({ minimum: 1 }),
    original: T.Optional(T.String({ maxLength: 64 })),
    origin: T.Optional(T.Object(Origin.properties, { additionalProperties: false })),
  },
  { additionalProperties: false },
);
type Travelling = Static<typeof Travelling>;

/** Messages may have a million characters each. */
const PORTION = 100;

export const syncedMessages = defineSyncKind({
  name: ["chatId", "clientMessageId"],
  schema: Travelling,
  async read(store, chatId = "", clientMessageId = "") {
    const record = await store.one(messages, "byClient", chatId, clientMessageId);
    return record && travelling(record);
  },
  list: (store, portion) =>
    portionOf(store, messages, { ...portion, limit: Math.min(portion.limit, PORTION) }, (record) => [
      record.chatId,
      record.clientMessageId,
    ]),
  put,
  // The commit's number is a message's place in its chat, where two cannot stand.
  apart: (chatId = "") => chatId,
});

function travelling({ number: _number, raw: _raw, ...record }: MessageRecord): Travelling {
  return { ...record, updatedAt: record.updatedAt ?? record.createdAt, revision: record.revision ?? 1 };
}

async function put(ctx: Transacting, said: Travelling): Promise<void> {
  const { store, number } = ctx;
  const { chatId, clientMessageId } = said;
  const chat = await store.get(chats, chatId);
  if (!chat) throw notYet(["chat", chatId]);
  const before = await store.one(messages, "byClient", chatId, clientMessageId);
  if (before) return change(ctx, before, said);
  const record = recordOf(said, number);
  await placeMessage(ctx, chat, record);
  if (record.deletedAt !== undefined) await countOut(store, record);
}

async function change({ store, emit }: Transacting, before: MessageRecord, said: Travelling): Promise<void> {
  const { chatId, actorId } = said;
  const chat = await store.get(chats, chatId);
  if (!chat) throw notYet(["chat", chatId]);
  const { revision = 1, raw } = before;
  // Who knows a revision is never shown another text under it.
  const after: MessageRecord = {
    ...recordOf({ ...said, revision: Math.max(said.revision, revision + 1) }, before.number),
    ...(raw && { raw }),
  };
  const [was, is] = [before.deletedAt !== undefined, after.deletedAt !== undefined];
  if (was) await countIn(store, before);
  if (actorId !== before.actorId) {
    store.add(ingested, -1, chatId, before.actorId);
    store.add(ingested, 1, chatId, actorId);
  }
  await store.put(messages, after);
  if (is) await countOut(store, after);
  const event = was === is ? messageUpdated : is ? messageDeleted : messageRestored;
  emit(event, { message: showMessage(after, chat) });
}

/** A message as it is kept: what says nothing is left out. */
function recordOf({ updatedAt, revision, ...said }: Travelling, number: number): MessageRecord {
  return omitUndefined({
    ...said,
    number,
    updatedAt: revision === 1 ? undefined : updatedAt,
    revision: revision === 1 ? undefined : revision,
  });
}
