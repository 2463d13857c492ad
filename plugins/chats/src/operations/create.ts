import { defineCommand, digestOf, omitUndefined, oneOf, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { showChat } from "../chat.ts";
import { type ChatRecord, chats } from "../collections.ts";
import { ChatConflict } from "../errors.ts";
import { chatCreated } from "../events.ts";
import { group } from "../group.ts";
import { Chat, ClientChatId, Kind, Tags, Title, Word } from "../schemas.ts";

export const create = defineCommand(group, {
  id: "chats.create",
  summary: "Create a chat",
  description: "With `clientChatId`, a repeated call returns the existing chat instead of creating another chat.",
  input: T.Object({
    title: T.Optional(Title),
    kind: withDefault(described(Kind, "Kind of the chat"), "dm"),
    channel: T.Optional(described(Word, "Platform, such as irc")),
    instanceId: T.Optional(described(Word, "Id of the account or adapter on the platform")),
    agentId: T.Optional(described(Word, "Id of the agent that answers in the chat")),
    tags: withDefault(described(Tags, "Tags"), []),
    clientChatId: T.Optional(ClientChatId),
  }),
  output: T.Object({
    chat: described(Chat, "The chat"),
    disposition: described(oneOf("created", "duplicate"), "Whether the chat was created or already existed"),
  }),
  errors: [ChatConflict],
  examples: [
    { title: "A chat with an agent", input: { title: "Release", agentId: "main", tags: ["work"] } },
    { title: "Create a room only once", input: { kind: "room", channel: "irc", clientChatId: "irc.postern" } },
  ],
  async plan({ store }, input) {
    const { clientChatId } = input;
    const existing = clientChatId === undefined ? undefined : await store.one(chats, "byClient", clientChatId);
    if (existing === undefined) return { summary: "Create a chat", disposition: "created" as const };
    if (existing.asked !== digestOf(input)) throw ChatConflict({ chatId: existing.id });
    return { summary: `Return the existing chat ${existing.id}`, disposition: "duplicate" as const };
  },
  undo:
    (_ctx, { disposition }) =>
    ({ chat }) =>
      disposition === "created" ? { operation: "chats.archive", input: { chatId: chat.id } } : undefined,
  async execute({ store, number, now, id, emit }, { disposition }, input) {
    const { clientChatId, title, ...rest } = input;
    const existing = clientChatId === undefined ? undefined : await store.one(chats, "byClient", clientChatId);
    if (existing) return { chat: showChat(existing), disposition };
    const record: ChatRecord = omitUndefined({
      id: id("chat_"),
      number,
      ...rest,
      title: title || undefined,
      clientChatId,
      asked: clientChatId === undefined ? undefined : digestOf(input),
      createdAt: now,
      updatedAt: now,
    });
    await store.put(chats, record);
    const chat = showChat(record);
    emit(chatCreated, { chat });
    return { chat, disposition };
  },
});
