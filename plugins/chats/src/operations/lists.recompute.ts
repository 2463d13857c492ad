import { defineCommand, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { paceItems } from "@postern/kit/paging";
import { chatOf } from "../chat.ts";
import { type MemberRecord, members } from "../collections.ts";
import { ListAmbiguous, ListArchived, ListNotDynamic, ListNotFound, ListNotYours } from "../errors.ts";
import { listRecomputed } from "../events.ts";
import { group } from "../group.ts";
import { dropMember, lastNumberOf, putMember } from "../member.ts";
import { listIdIn, listsIn, openListOf } from "../reading-list.ts";
import { evaluate } from "../recompute.ts";
import { ListRecompute, ListRef, Owner, ReadingList } from "../schemas.ts";

export const listsRecompute = defineCommand(group, {
  id: "chats.lists.recompute",
  summary: "Update a reading list from its selector",
  description:
    "Adds matching chats and removes chats that no longer match, in one commit. Manually added chats stay on the list, and excluded chats are not added.",
  refusesExecute: true,
  input: T.Object({ listId: described(ListRef, "Id or name of the list"), owner: T.Optional(Owner) }),
  output: T.Object({
    list: described(ReadingList, "The reading list"),
    recompute: described(ListRecompute, "Summary of the changes"),
  }),
  errors: [ListNotFound, ListAmbiguous, ListNotYours, ListArchived, ListNotDynamic],
  examples: [{ title: "By id", input: { listId: "list_0123456789abcdef01234567" } }],
  resource: ({ listId }) => listIdIn(listId),
  resources: (ctx, { listId: list, ...ref }) => listsIn(ctx, { list, ...ref }),
  async plan({ store, caller }, { listId, ...ref }) {
    const list = await openListOf(store, caller, { list: listId, ...ref });
    const { recompute, changes } = await evaluate(store, list);
    const moves = changes.filter(({ change }) => change === "added" || change === "removed");
    const summary = `Add ${recompute.added} chats to list ${list.id} and remove ${recompute.removed}`;
    return { summary, list, recompute, moves };
  },
  async execute({ store, now, emit }, { list, recompute, moves }) {
    const { id: listId } = list;
    // Read everything before staging writes: a range that is read later is compared with all staged writes.
    const found: { chatId: string; before?: MemberRecord; last: number }[] = [];
    for await (const { chatId } of paceItems(moves)) {
      const before = await store.unchecked.get(members, listId, chatId);
      // Unchecked, because otherwise any new message would abort a run over a thousand chats. A chat that receives a
      // message during the run moves up with its next message.
      const last = before ? 0 : await lastNumberOf(store.unchecked, await chatOf(store.unchecked, chatId));
      found.push({ chatId, ...(before && { before }), last });
    }
    for await (const { chatId, before, last } of paceItems(found)) {
      if (before) await dropMember(store, { listId, chatId }, before);
      else await putMember(store, { listId, chatId, source: "selector", addedAt: now, priority: 0 }, undefined, last);
    }
    emit(listRecomputed, { listId, recompute });
    return { list, recompute: { ...recompute, list } };
  },
});
