import { defineQuery, T } from "@postern/core";
import { memberCount } from "../collections.ts";
import { ListAmbiguous, ListNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { listIdIn, listOfRef } from "../reading-list.ts";
import { ListRef, Owner, ReadingList } from "../schemas.ts";

export const listsShow = defineQuery(group, {
  id: "chats.lists.show",
  summary: "Show a reading list",
  description: "Name the list by its id, or by its name and owner.",
  input: T.Object({ list: ListRef, owner: T.Optional(Owner) }),
  output: T.Object({
    list: T.Object(
      { ...ReadingList.properties, memberCount: T.Integer({ description: "Number of chats on the list" }) },
      { description: "The reading list" },
    ),
  }),
  errors: [ListNotFound, ListAmbiguous],
  examples: [{ title: "By name", input: { list: "today" } }],
  resource: ({ list }) => listIdIn(list),
  async run({ store, caller }, ref) {
    const list = await listOfRef(store, caller, ref);
    return { list: { ...list, memberCount: await store.sum(memberCount, list.id) } };
  },
});
