import { defineQuery, T } from "@postern/core";
import { filtered, listOf } from "@postern/kit/paging";
import { chatOf } from "../chat.ts";
import { drafts } from "../collections.ts";
import { isAbandoned } from "../drafts.ts";
import { ChatNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { ChatId, Draft } from "../schemas.ts";

const Drafts = listOf("drafts", Draft, { actorId: "actor", text: "text", updatedAt: "ago", id: ["id", 2] });

export const draftsList = defineQuery(group, {
  id: "chats.drafts.list",
  summary: "List the drafts of messages in a chat",
  description: "Drafts unchanged for five minutes are omitted.",
  input: T.Object({ chatId: ChatId, ...Drafts.fields }),
  output: Drafts.output,
  errors: [ChatNotFound],
  examples: [{ title: "Drafts of a chat", input: { chatId: "chat_0123456789abcdef01234567" } }],
  resource: ({ chatId }) => chatId,
  async run({ store, now }, { chatId, ...page }) {
    await chatOf(store, chatId);
    // A query reads one snapshot, so unchecked reads are exact.
    const source = filtered(store.unchecked, drafts, { prefix: [chatId] }, (draft) => !isAbandoned(draft, now));
    return Drafts.answer(page, source, (draft) => draft);
  },
});
