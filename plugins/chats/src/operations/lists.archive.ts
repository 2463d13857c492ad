import { defineCommand, T } from "@postern/core";
import { lists } from "../collections.ts";
import { ListAmbiguous, ListNotFound, ListNotYours } from "../errors.ts";
import { listArchived } from "../events.ts";
import { group } from "../group.ts";
import { ownListOf } from "../reading-list.ts";
import { ListRef, Owner, ReadingList } from "../schemas.ts";

export const listsArchive = defineCommand(group, {
  id: "chats.lists.archive",
  summary: "Archive a reading list: its members stay as they are",
  input: T.Object({ list: ListRef, owner: T.Optional(Owner) }),
  output: T.Object({ list: ReadingList }),
  errors: [ListNotFound, ListAmbiguous, ListNotYours],
  examples: [{ title: "By name", input: { list: "today" } }],
  resource: ({ list }) => list,
  async plan({ store, caller }, ref) {
    const { id: listId } = await ownListOf(store, caller, ref);
    return { summary: `Archive ${listId}`, listId };
  },
  async execute({ store, caller, now, emit }, { listId }) {
    const before = await ownListOf(store, caller, { list: listId });
    if (before.archivedAt !== undefined) return { list: before };
    const list = { ...before, archivedAt: now, updatedAt: now };
    await store.put(lists, list);
    emit(listArchived, { list });
    return { list };
  },
});
