import { defineQuery, T } from "@postern/core";
import { filtered, limitToGrants, listOf, namedSource, nameField } from "@postern/kit/paging";
import { type ListRecord, lists } from "../collections.ts";
import { group } from "../group.ts";
import { maySee, ownerOf } from "../reading-list.ts";
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
    name: nameField("name"),
    owner: T.Optional({ ...Principal, description: "Only lists of this owner, as type:id" }),
    archived: T.Optional(T.Boolean({ description: "List archived lists instead of open lists" })),
    ...Lists.fields,
  }),
  narrowed: true,
  output: Lists.output,
  examples: [{ title: "All reading lists", input: {} }],
  run({ store, caller }, { name, owner, archived = name === undefined ? false : undefined, ...page }) {
    const place = owner === undefined ? {} : { by: "byOwner" as const, prefix: [owner] };
    const isIn = (list: ListRecord) =>
      maySee(caller, list) &&
      (archived === undefined || (list.archivedAt !== undefined) === archived) &&
      (owner === undefined || ownerOf(list) === owner);
    // A query reads one snapshot and commits nothing.
    const source =
      name === undefined
        ? filtered(store.unchecked, lists, place, isIn)
        : namedSource(store.unchecked, lists, { name, by: ["byFoldedName"], idPrefix: "list_" }, isIn);
    return Lists.answer(
      page,
      limitToGrants(source, caller, "chats.lists.list", ({ id }) => id),
      (list) => list,
    );
  },
});
