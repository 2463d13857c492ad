import { defineQuery, T } from "@postern/core";
import { filtered, limitToGrants, listOf } from "@postern/core/paging";
import { lists } from "../collections.ts";
import { group } from "../group.ts";
import { maySee } from "../reading-list.ts";
import { Principal, ReadingList } from "../schemas.ts";

const Lists = listOf("lists", ReadingList, {
  id: "id",
  name: "text",
  mode: "plain",
  visibility: ["plain", 2],
  updatedAt: ["ago", 1],
  description: ["text", 3],
});

export const listsList = defineQuery(group, {
  id: "chats.lists.list",
  summary: "List the reading lists you can see",
  description: "With `archived`, archived lists are listed instead of open lists.",
  input: T.Object({
    owner: T.Optional({ ...Principal, description: "Only lists of this owner, as type:id" }),
    archived: T.Optional(T.Boolean({ description: "List archived lists instead of open lists" })),
    ...Lists.fields,
  }),
  narrowed: true,
  output: Lists.output,
  examples: [{ title: "All reading lists", input: {} }],
  run({ store, caller }, { owner, archived = false, ...page }) {
    const place = owner === undefined ? {} : { by: "byOwner" as const, prefix: [owner] };
    const source = filtered(
      store.unchecked, // A query reads one snapshot and commits nothing.
      lists,
      place,
      (list) => maySee(caller, list) && (list.archivedAt !== undefined) === archived,
    );
    return Lists.answer(
      page,
      limitToGrants(source, caller, "chats.lists.list", ({ id }) => id),
      (list) => list,
    );
  },
});
