import { defineQuery, T } from "@postern/core";
import { described } from "@postern/core/fields";
import { filtered, listOf, reached, within } from "@postern/core/paging";
import { showChat } from "../chat.ts";
import { type ChatRecord, chats } from "../collections.ts";
import { group } from "../group.ts";
import { Chat, Kind, Word } from "../schemas.ts";

const Chats = listOf("chats", Chat);

export const list = defineQuery(group, {
  id: "chats.list",
  summary: "List chats, newest first",
  description:
    "Filter by channel, agent, kind or tag. With `archived`, the archived chats are listed instead of the others.",
  input: T.Object({
    channel: T.Optional(described(Word, "Kind of the platform, such as irc")),
    agent: T.Optional(described(Word, "Only chats of this agent, by its id")),
    kind: T.Optional(described(Kind, "Its kind")),
    tag: T.Optional(described(Word, "A tag")),
    archived: T.Optional(T.Boolean({ description: "The archived chats instead of the others" })),
    ...Chats.fields,
  }),
  narrowed: true,
  output: Chats.output,
  examples: [{ title: "The newest chats of an agent", input: { agent: "main", limit: "10" } }],
  run({ store, caller }, input) {
    const { channel, agent, kind, tag, archived = false } = input;
    const standing = archived ? "archived" : "open";
    const filters = [
      { by: "byTag", value: tag, fits: (chat: ChatRecord) => tag !== undefined && chat.tags.includes(tag) },
      { by: "byAgent", value: agent, fits: (chat: ChatRecord) => chat.agentId === agent },
      { by: "byChannel", value: channel, fits: (chat: ChatRecord) => chat.channel === channel },
      { by: "byKind", value: kind, fits: (chat: ChatRecord) => chat.kind === kind },
    ] as const;
    const [first, ...rest] = filters.filter(({ value }) => value !== undefined);
    const place = first
      ? { by: first.by, prefix: [standing, first.value as string], reverse: true }
      : { by: "byStanding" as const, prefix: [standing], reverse: true };
    // A query reads one moment and commits nothing, so a unchecked is exact, and skips an offset unread.
    const source =
      rest.length === 0
        ? within(store.unchecked, chats, place)
        : filtered(store.unchecked, chats, place, (chat) => rest.every(({ fits }) => fits(chat)));
    return Chats.answer(
      input,
      reached(source, caller, "chats.list", ({ id }) => id),
      showChat,
    );
  },
});
