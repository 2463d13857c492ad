import { defineCommand, T } from "@postern/core";
import { ListAmbiguous, ListNotFound, ListNotYours } from "../errors.ts";
import { group } from "../group.ts";
import { ownListOf, shelveList } from "../reading-list.ts";
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
  execute: (ctx, { listId }) => shelveList(ctx, listId, true),
});
