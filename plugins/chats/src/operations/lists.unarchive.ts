import { defineCommand, T } from "@postern/core";
import { ListAmbiguous, ListNotFound, ListNotYours } from "../errors.ts";
import { group } from "../group.ts";
import { ownListOf, shelveList } from "../reading-list.ts";
import { ListRef, Owner, ReadingList } from "../schemas.ts";

export const listsUnarchive = defineCommand(group, {
  id: "chats.lists.unarchive",
  summary: "Take a reading list back from the archive",
  input: T.Object({ list: ListRef, owner: T.Optional(Owner) }),
  output: T.Object({ list: ReadingList }),
  errors: [ListNotFound, ListAmbiguous, ListNotYours],
  examples: [{ title: "By name", input: { list: "today" } }],
  resource: ({ list }) => list,
  async plan({ store, caller }, ref) {
    const { id: listId } = await ownListOf(store, caller, ref);
    return { summary: `Unarchive ${listId}`, listId };
  },
  execute: (ctx, { listId }) => shelveList(ctx, listId, false),
});
