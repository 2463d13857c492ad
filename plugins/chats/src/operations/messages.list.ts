import { defineQuery, oneOf, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { listOf, within } from "@postern/kit/paging";
import { chatOf } from "../chat.ts";
import { ingested, messages } from "../collections.ts";
import { ChatNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { showMessage } from "../message.ts";
import { partsAfter, partsOf, placeOf } from "../place.ts";
import { mayShowRaw } from "../raw.ts";
import { ChatId, IncludeRaw, Message, SortKey } from "../schemas.ts";

const Messages = listOf("messages", Message, {
  createdAt: "time",
  actorId: "actor",
  content: "text",
  state: ["status", 2],
  id: ["id", 3],
});

export const messagesList = defineQuery(group, {
  id: "chats.messages.list",
  summary: "List the messages of a chat",
  description: "Deleted messages are listed without content.",
  input: T.Object({
    chatId: ChatId,
    after: T.Optional(described(SortKey, "Only messages after this sortKey")),
    before: T.Optional(described(SortKey, "Only messages before this sortKey")),
    order: withDefault(described(oneOf("asc", "desc"), "asc for the oldest first, desc for the newest first"), "asc"),
    includeRaw: T.Optional(IncludeRaw),
    ...Messages.fields,
  }),
  output: Messages.output,
  errors: [ChatNotFound],
  examples: [
    {
      title: "The ten newest messages",
      input: { chatId: "chat_0123456789abcdef01234567", order: "desc", limit: "10" },
    },
  ],
  resource: ({ chatId }) => chatId,
  async run({ store, caller }, { chatId, after, before, order, includeRaw, ...page }) {
    const raw = mayShowRaw(caller, includeRaw, chatId);
    const chat = await chatOf(store, chatId);
    const place = {
      prefix: [chatId],
      ...(after !== undefined && { from: partsAfter(placeOf(after)) }),
      ...(before !== undefined && { to: partsOf(placeOf(before)) }),
      reverse: order === "desc",
    };
    const isWhole = after === undefined && before === undefined;
    const counted = isWhole ? () => store.sum(ingested, chatId) : undefined;
    // A query reads one snapshot and commits nothing, so unchecked reads are exact and can skip the offset.
    const source = within(store.unchecked, messages, place, counted);
    return Messages.answer(page, source, (message) => showMessage(message, chat, { raw }));
  },
});
