import { omitUndefined, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, portionOf } from "@postern/kit/sync";
import { showChat } from "../chat.ts";
import { type ChatRecord, chats } from "../collections.ts";
import { chatArchived, chatCreated, chatUnarchived, chatUpdated } from "../events.ts";
import { Chat, ChatId, ClientChatId, Tags, Title, Word } from "../schemas.ts";

const { instanceId: _instanceId, ...synced } = Chat.properties;

/**
 * A chat without its `instanceId`, which belongs to this gateway. The `clientChatId` of a chat with an `instanceId` is
 * not synced either: an adapter with the same name on another gateway must not mistake the chat for its own.
 */
const SyncRecord = T.Object(
  {
    ...synced,
    id: ChatId,
    title: T.Optional(Title),
    channel: T.Optional(Word),
    agentId: T.Optional(Word),
    tags: Tags,
    clientChatId: T.Optional(ClientChatId),
    asked: T.Optional(T.String({ maxLength: 64 })),
  },
  { additionalProperties: false },
);
type SyncRecord = Static<typeof SyncRecord>;

export const syncedChats = defineSyncKind({
  name: ["id"],
  schema: SyncRecord,
  async read(store, id = "") {
    const record = await store.get(chats, id);
    if (!record) return undefined;
    const { number: _number, instanceId, ...synced } = record;
    return instanceId === undefined ? synced : withoutClientId(synced);
  },
  list: (store, portion) => portionOf(store, chats, portion, ({ id }) => [id]),
  put,
});

async function put(ctx: Transacting, incoming: SyncRecord): Promise<void> {
  const { store, number, emit } = ctx;
  const before = await store.get(chats, incoming.id);
  const { instanceId, clientChatId, asked } = before ?? {};
  const kept = await withUniqueClientId(ctx, incoming);
  const record: ChatRecord = omitUndefined({
    ...kept,
    ...(instanceId !== undefined && { instanceId, clientChatId, asked }),
    number: before?.number ?? number,
  });
  await store.put(chats, record);
  const data = { chat: showChat(record) };
  const [was, is] = [before?.archivedAt !== undefined, record.archivedAt !== undefined];
  if (!before) emit(chatCreated, data);
  else if (was !== is) emit(is ? chatArchived : chatUnarchived, data);
  else emit(chatUpdated, data);
}

/** A `clientChatId` is unique: of two chats with the same one, the chat with the lower id keeps it. */
async function withUniqueClientId(ctx: Transacting, incoming: SyncRecord): Promise<SyncRecord> {
  const { clientChatId } = incoming;
  const other = clientChatId === undefined ? undefined : await ctx.store.one(chats, "byClient", clientChatId);
  if (!other || other.id === incoming.id) return incoming;
  if (other.id < incoming.id) return withoutClientId(incoming);
  const changed = withoutClientId(other);
  await ctx.store.put(chats, changed);
  ctx.emit(chatUpdated, { chat: showChat(changed) });
  return incoming;
}

const withoutClientId = <C extends SyncRecord>({ clientChatId: _id, asked: _asked, ...chat }: C) => chat;
