import { defineCommand, digestOf, omitUndefined, oneOf, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
import { showChat } from "../chat.ts";
import { type ChatRecord, chats } from "../collections.ts";
import { ChatConflict } from "../errors.ts";
import { chatCreated } from "../events.ts";
import { group } from "../group.ts";
import { Chat, ClientChatId, Kind, Tags, Title, Word } from "../schemas.ts";

export const create = defineCommand(group, {
  id: "chats.create",
  summary: "Create a chat",
  description: "With a clientChatId the same call makes it once: a repeated one answers the chat, as it is by then.",
  input: T.Object({
    title: T.Optional(Title),
    kind: withDefault(described(Kind, "Its kind"), "dm"),
    channel: T.Optional(described(Word, "Where it takes place, like irc")),
    instanceId: T.Optional(described(Word, "Which account or instance of the channel")),
    agentId: T.Optional(described(Word, "The agent that answers in it")),
    tags: withDefault(described(Tags, "Tags"), []),
    clientChatId: T.Optional(ClientChatId),
  }),
  output: T.Object({
    chat: described(Chat, "The chat"),
    disposition: described(oneOf("created", "duplicate"), "Whether it was created now, or was there already"),
  }),
  errors: [ChatConflict],
  examples: [
    { title: "A chat with an agent", input: { title: "Release", agentId: "main", tags: ["work"] } },
    { title: "Once, however often it is sent", input: { kind: "room", channel: "irc", clientChatId: "irc.postern" } },
  ],
  async plan({ store }, input) {
    const { clientChatId } = input;
    const made = clientChatId === undefined ? undefined : await store.one(chats, "byClient", clientChatId);
    if (made === undefined) return { summary: "Create a chat", disposition: "created" as const };
    if (made.asked !== digestOf(input)) throw ChatConflict({ chatId: made.id });
    return { summary: `Answer ${made.id}, which is there already`, disposition: "duplicate" as const };
  },
  async execute({ store, number, now, id, emit }, { disposition }, input) {
    const { clientChatId, title, ...rest } = input;
    const made = clientChatId === undefined ? undefined : await store.one(chats, "byClient", clientChatId);
    if (made) return { chat: showChat(made), disposition };
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
