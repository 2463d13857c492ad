import { omitUndefined, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, dependencyMissing, portionOf } from "@postern/kit/sync";
import { chats, ingested, type MessageRecord, messages } from "../collections.ts";
import { markDeleted, unmarkDeleted } from "../deletion.ts";
import { messageDeleted, messageRestored, messageUpdated } from "../events.ts";
import { showMessage } from "../message.ts";
import type { Place } from "../place.ts";
import { ActorId, ChatId, ClientMessageId, Content, Origin } from "../schemas.ts";
import { placeMessage } from "../sending.ts";

/**
 * A message without its position and its raw provider ids. A deleted message keeps its text, because it can be
 * restored.
 */
const SyncRecord = T.Object(
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
type SyncRecord = Static<typeof SyncRecord>;

/** Maximum messages in a portion: each can have a million characters. */
const PORTION = 100;

export const syncedMessages = defineSyncKind({
  name: ["chatId", "clientMessageId"],
  schema: SyncRecord,
  async read(store, chatId = "", clientMessageId = "") {
    const record = await store.one(messages, "byClient", chatId, clientMessageId);
    return record && syncRecordOf(record);
  },
  list: (store, portion) =>
    portionOf(store, messages, { ...portion, limit: Math.min(portion.limit, PORTION) }, (record) => [
      record.chatId,
      record.clientMessageId,
    ]),
  put,
  // The commit's number is the position of a message in its chat, so a commit can create only one message per chat.
  apart: (chatId = "") => chatId,
});

function syncRecordOf({ number: _number, index: _index, raw: _raw, ...record }: MessageRecord): SyncRecord {
  return { ...record, updatedAt: record.updatedAt ?? record.createdAt, revision: record.revision ?? 1 };
}

async function put(ctx: Transacting, incoming: SyncRecord): Promise<void> {
  const { store, number } = ctx;
  const { chatId, clientMessageId } = incoming;
  const chat = await store.get(chats, chatId);
  if (!chat) throw dependencyMissing(["chat", chatId]);
  const before = await store.one(messages, "byClient", chatId, clientMessageId);
  if (before) return change(ctx, before, incoming);
  const record = recordOf(incoming, { number });
  await placeMessage(ctx, chat, record);
  if (record.deletedAt !== undefined) await markDeleted(store, record);
}

async function change({ store, emit }: Transacting, before: MessageRecord, incoming: SyncRecord): Promise<void> {
  const { chatId, actorId } = incoming;
  const chat = await store.get(chats, chatId);
  if (!chat) throw dependencyMissing(["chat", chatId]);
  const { revision = 1, raw } = before;
  // A revision never gets another text after it was shown.
  const after: MessageRecord = {
    ...recordOf({ ...incoming, revision: Math.max(incoming.revision, revision + 1) }, before),
    ...(raw && { raw }),
  };
  const [was, is] = [before.deletedAt !== undefined, after.deletedAt !== undefined];
  if (was) await unmarkDeleted(store, before);
  if (actorId !== before.actorId) {
    store.add(ingested, -1, chatId, before.actorId);
    store.add(ingested, 1, chatId, actorId);
  }
  await store.put(messages, after);
  if (is) await markDeleted(store, after);
  const event = was === is ? messageUpdated : is ? messageDeleted : messageRestored;
  emit(event, { message: showMessage(after, chat) });
}

/** The stored form of a message, without default values. */
function recordOf({ updatedAt, revision, ...rest }: SyncRecord, { number, index }: Place): MessageRecord {
  return omitUndefined({
    ...rest,
    number,
    index,
    updatedAt: revision === 1 ? undefined : updatedAt,
    revision: revision === 1 ? undefined : revision,
  });
}
