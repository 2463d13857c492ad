import { defineCommand, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { chatOf } from "../chat.ts";
import { members } from "../collections.ts";
import { ChatNotFound, ListAmbiguous, ListArchived, ListNotFound, ListNotYours } from "../errors.ts";
import { memberRemoved } from "../events.ts";
import { group } from "../group.ts";
import { dropMember, showMember } from "../member.ts";
import { listIdIn, listsIn, openListOf } from "../reading-list.ts";
import { ChatId, ListRef, Membership, Owner } from "../schemas.ts";

export const listsRemove = defineCommand(group, {
  id: "chats.lists.remove",
  summary: "Remove a chat from a reading list",
  description:
    "With `exclude`, the selector does not add the chat back. Removing the chat again without `exclude` ends the exclusion.",
  input: T.Object({
    list: ListRef,
    chatId: ChatId,
    owner: T.Optional(Owner),
    exclude: withDefault(T.Boolean({ description: "Prevent the selector from adding the chat back" }), false),
  }),
  output: T.Object({
    member: T.Optional(described(Membership, "The chat as a member of the list")),
    changed: T.Boolean({ description: "Whether anything was changed" }),
  }),
  errors: [ListNotFound, ListAmbiguous, ListNotYours, ListArchived, ChatNotFound],
  examples: [
    { title: "Permanently", input: { list: "today", chatId: "chat_0123456789abcdef01234567", exclude: true } },
  ],
  resource: ({ list, chatId }) => listIdIn(list) && [list, chatId],
  resources: listsIn,
  async plan({ store, caller }, { chatId, exclude, ...ref }) {
    const { id: listId } = await openListOf(store, caller, ref);
    await chatOf(store, chatId);
    const before = await store.get(members, listId, chatId);
    const changed = exclude ? before?.excluded !== true : before !== undefined;
    return {
      summary: changed
        ? `Remove chat ${chatId} from list ${listId}`
        : `Chat ${chatId} is already removed from list ${listId}`,
      listId,
      changed,
    };
  },
  async undo({ store }, { listId: list, changed }, { chatId }) {
    const before = await store.get(members, list, chatId);
    if (!changed || !before) return undefined;
    if (before.excluded) return { operation: "chats.lists.remove", input: { list, chatId, exclude: true } };
    // Only the selector can add a chat again as its own.
    if (before.source === "selector") return undefined;
    return { operation: "chats.lists.add", input: { list, chatId, priority: String(before.priority) } };
  },
  async execute({ store, now, emit }, { listId, changed }, { chatId, exclude }) {
    const before = await store.get(members, listId, chatId);
    if (!changed) return { ...(before && { member: showMember(before) }), changed };
    const kept = before ?? { listId, chatId, source: "manual" as const, addedAt: now, priority: 0 };
    const excluded = exclude ? { ...kept, excluded: true } : undefined;
    await dropMember(store, kept, before, excluded);
    emit(memberRemoved, { listId, chatId, excluded: exclude });
    return { member: showMember(kept, exclude ? "excluded" : "removed"), changed };
  },
});
