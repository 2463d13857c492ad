import { omitUndefined, type Static, T, type Transacting } from "@postern/core";
import { defineSyncKind, portionOf } from "@postern/core/sync";
import { showChat } from "../chat.ts";
import { type ChatRecord, chats } from "../collections.ts";
import { chatArchived, chatCreated, chatUnarchived, chatUpdated } from "../events.ts";
import { Chat, ChatId, ClientChatId, Tags, Title, Word } from "../schemas.ts";

const { instanceId: _instanceId, ...travels } = Chat.properties;

/**
 * All of a chat but the account of the channel that it stands on, which is this gateway's own. The caller's own id of such
 * a chat stays too: an adapter of the same name elsewhere must not take it for a chat that it carries itself.
 */
const Travelling = T.Object(
  {
    ...travels,
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
type Travelling = Static<typeof Travelling>;

export const syncedChats = defineSyncKind({
  name: ["id"],
  schema: Travelling,
  async read(store, id = "") {
    const record = await store.get(chats, id);
    if (!record) return undefined;
    const { number: _number, instanceId, ...travelling } = record;
    return instanceId === undefined ? travelling : withoutClientId(travelling);
  },
  list: (store, portion) => portionOf(store, chats, portion, ({ id }) => [id]),
  put,
});

async function put(ctx: Transacting, said: Travelling): Promise<void> {
  const { store, number, emit } = ctx;
  const before = await store.get(chats, said.id);
  const { instanceId, clientChatId, asked } = before ?? {};
  const kept = await withItsClientId(ctx, said);
  const record: ChatRecord = omitUndefined({
    ...kept,
    ...(instanceId !== undefined && { instanceId, clientChatId, asked }),
    number: before?.number ?? number,
  });
  await store.put(chats, record);
  const told = { chat: showChat(record) };
  const [was, is] = [before?.archivedAt !== undefined, record.archivedAt !== undefined];
  if (!before) emit(chatCreated, told);
  else if (was !== is) emit(is ? chatArchived : chatUnarchived, told);
  else emit(chatUpdated, told);
}

/** A caller's own id leads to one chat: of two that were made with the same one, the first by id keeps it. */
async function withItsClientId(ctx: Transacting, said: Travelling): Promise<Travelling> {
  const { clientChatId } = said;
  const other = clientChatId === undefined ? undefined : await ctx.store.one(chats, "byClient", clientChatId);
  if (!other || other.id === said.id) return said;
  if (other.id < said.id) return withoutClientId(said);
  const yielding = withoutClientId(other);
  await ctx.store.put(chats, yielding);
  ctx.emit(chatUpdated, { chat: showChat(yielding) });
  return said;
}

const withoutClientId = <C extends Travelling>({ clientChatId: _id, asked: _asked, ...chat }: C) => chat;
