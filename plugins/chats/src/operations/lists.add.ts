import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { chatOf } from "../chat.ts";
import { members } from "../collections.ts";
import { ChatNotFound, ListAmbiguous, ListArchived, ListDynamic, ListNotFound, ListNotYours } from "../errors.ts";
import { memberAdded } from "../events.ts";
import { group } from "../group.ts";
import { lastNumberOf, putMember, showMember } from "../member.ts";
import { listIdIn, listsIn, openListOf } from "../reading-list.ts";
import { ChatId, ListRef, Membership, Owner, Priority } from "../schemas.ts";

export const listsAdd = defineCommand(group, {
  id: "chats.lists.add",
  summary: "Add a chat to a reading list, or change its priority",
  description:
    "A manually added chat stays on the list even if the selector does not match. Adding a chat ends its exclusion.",
  input: T.Object({ list: ListRef, chatId: ChatId, owner: T.Optional(Owner), priority: T.Optional(Priority) }),
  output: T.Object({
    member: described(Membership, "The chat as a member of the list"),
    changed: T.Boolean({ description: "Whether anything was changed" }),
  }),
  errors: [ListNotFound, ListAmbiguous, ListNotYours, ListArchived, ListDynamic, ChatNotFound],
  examples: [
    { title: "With a high priority", input: { list: "today", chatId: "chat_0123456789abcdef01234567", priority: "9" } },
  ],
  resource: ({ list, chatId }) => listIdIn(list) && [list, chatId],
  resources: listsIn,
  async plan({ store, caller }, { chatId, priority, ...ref }) {
    const { id: listId, mode } = await openListOf(store, caller, ref);
    if (mode === "dynamic") throw ListDynamic({ listId });
    await chatOf(store, chatId);
    const member = await store.get(members, listId, chatId);
    const stays =
      member?.source === "manual" && !member.excluded && (priority === undefined || priority === member.priority);
    return {
      summary: stays ? `Chat ${chatId} is already on list ${listId}` : `Add chat ${chatId} to list ${listId}`,
      listId,
      changed: !stays,
    };
  },
  async undo({ store }, { listId: list, changed }, { chatId }) {
    const before = await store.get(members, list, chatId);
    // Only the selector can add a chat again as its own.
    if (!changed || (before?.source === "selector" && !before.excluded)) return undefined;
    if (!before || before.excluded)
      return { operation: "chats.lists.remove", input: { list, chatId, exclude: before?.excluded === true } };
    return { operation: "chats.lists.add", input: { list, chatId, priority: String(before.priority) } };
  },
  async execute({ store, now, emit }, { listId, changed }, { chatId, priority }) {
    const chat = await chatOf(store, chatId);
    const before = await store.get(members, listId, chatId);
    if (before && !changed) return { member: showMember(before), changed };
    const member = {
      listId,
      chatId,
      source: "manual" as const,
      addedAt: before && !before.excluded ? before.addedAt : now,
      priority: priority ?? before?.priority ?? 0,
    };
    await putMember(store, member, before, await lastNumberOf(store, chat));
    emit(memberAdded, { listId, chatId, source: member.source, priority: member.priority });
    return { member: showMember(member), changed };
  },
});
