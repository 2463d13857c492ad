import { defineQuery, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { filtered, limitToGrants, listOf, namedSource, nameField, within } from "@postern/kit/paging";
import { showChat } from "../chat.ts";
import { type ChatRecord, chats, stateOf } from "../collections.ts";
import { group } from "../group.ts";
import { Chat, Kind, Word } from "../schemas.ts";

const Chats = listOf("chats", Chat, {
  id: "id",
  title: "text",
  kind: "plain",
  channel: ["plain", 2],
  agentId: ["id", 3],
  tags: ["text", 4],
  updatedAt: ["ago", 1],
  archivedAt: ["ago", 5],
});

export const list = defineQuery(group, {
  id: "chats.list",
  summary: "List chats, newest first",
  description:
    "Filter by name, channel, agent, kind or tag. With `archived`, archived chats are listed instead of open chats. With `name` and without `archived`, both are listed.",
  input: T.Object({
    name: nameField("title"),
    channel: T.Optional(described(Word, "Only chats on this platform, such as irc")),
    agent: T.Optional(described(Word, "Only chats of the agent with this id")),
    kind: T.Optional(described(Kind, "Only chats of this kind")),
    tag: T.Optional(described(Word, "Only chats with this tag")),
    archived: T.Optional(T.Boolean({ description: "List archived chats instead of open chats" })),
    ...Chats.fields,
  }),
  narrowed: true,
  output: Chats.output,
  examples: [{ title: "The newest chats of an agent", input: { agent: "main", limit: "10" } }],
  run({ store, caller }, input) {
    const { name, channel, agent, kind, tag, archived } = input;
    const state = archived ? "archived" : "open";
    const filters = [
      { by: "byTag", value: tag, fits: (chat: ChatRecord) => tag !== undefined && chat.tags.includes(tag) },
      { by: "byAgent", value: agent, fits: (chat: ChatRecord) => chat.agentId === agent },
      { by: "byChannel", value: channel, fits: (chat: ChatRecord) => chat.channel === channel },
      { by: "byKind", value: kind, fits: (chat: ChatRecord) => chat.kind === kind },
    ] as const;
    const [first, ...rest] = filters.filter(({ value }) => value !== undefined);
    const place = first
      ? { by: first.by, prefix: [state, first.value as string], reverse: true }
      : { by: "byStanding" as const, prefix: [state], reverse: true };
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and can skip the offset.
    const source =
      name !== undefined
        ? namedSource(
            store.unchecked,
            chats,
            { name, by: ["byTitle"], idPrefix: "chat_" },
            (chat) => isIn(chat, archived) && [first, ...rest].every((filter) => !filter || filter.fits(chat)),
          )
        : rest.length === 0
          ? within(store.unchecked, chats, place)
          : filtered(store.unchecked, chats, place, (chat) => rest.every(({ fits }) => fits(chat)));
    return Chats.answer(
      input,
      limitToGrants(source, caller, "chats.list", ({ id }) => id),
      showChat,
    );
  },
});

const isIn = (chat: ChatRecord, archived: boolean | undefined): boolean =>
  archived === undefined || stateOf(chat) === (archived ? "archived" : "open");
