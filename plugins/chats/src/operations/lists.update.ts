import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, restoring } from "@postern/kit/fields";
import { type ListRecord, lists } from "../collections.ts";
import { ListAmbiguous, ListNameTaken, ListNotFound, ListNotYours } from "../errors.ts";
import { listUpdated } from "../events.ts";
import { group } from "../group.ts";
import { assertNameIsFree, assertSelector, listIdIn, listsIn, ownerOf, ownListOf } from "../reading-list.ts";
import { Description, ListName, ListRef, Owner, ReadingList, Visibility } from "../schemas.ts";
import { Selector } from "../selector/grammar.ts";

export const listsUpdate = defineCommand(group, {
  id: "chats.lists.update",
  summary: "Update a reading list",
  description: "A new selector takes effect with the next recompute. The mode of a list cannot be changed.",
  input: T.Object({
    list: ListRef,
    owner: T.Optional(Owner),
    name: T.Optional(described(ListName, "New name of the list, unique for its owner")),
    description: T.Optional(Description),
    selector: T.Optional(described(Selector, "New selector of the chats on the list")),
    visibility: T.Optional(described(Visibility, "Who can see the list")),
  }),
  output: T.Object({ list: described(ReadingList, "The reading list") }),
  errors: [ListNotFound, ListAmbiguous, ListNotYours, ListNameTaken],
  examples: [{ title: "Rename a list", input: { list: "today", name: "this week" } }],
  resource: ({ list }) => listIdIn(list),
  resources: listsIn,
  async plan({ store, caller }, { list: ref, owner, name, selector }) {
    const list = await ownListOf(store, caller, { list: ref, ...(owner !== undefined && { owner }) });
    if (selector) assertSelector(list.mode, selector);
    if (name !== undefined && name !== list.name) await assertNameIsFree(store, name, ownerOf(list));
    return { summary: `Update list ${list.id}`, listId: list.id };
  },
  async undo({ store, caller }, { listId: list }, { list: _, owner: __, ...given }) {
    const fields = restoring(given, await ownListOf(store, caller, { list }), { description: "" });
    return fields && { operation: "chats.lists.update", input: { list, ...fields } };
  },
  async execute({ store, caller, now, emit }, { listId }, { name, description, selector, visibility }) {
    const before = await ownListOf(store, caller, { list: listId });
    const list: ListRecord = omitUndefined({
      ...before,
      name: name ?? before.name,
      description: description === undefined ? before.description : description || undefined,
      selector: selector ?? before.selector,
      visibility: visibility ?? before.visibility,
      updatedAt: now,
    });
    await store.put(lists, list);
    emit(listUpdated, { list });
    return { list };
  },
});
