import { defineCommand, omitUndefined, T } from "@postern/core";
import { described, withDefault } from "@postern/kit/fields";
import { type ListRecord, lists } from "../collections.ts";
import { ListNameTaken, ListNotYours } from "../errors.ts";
import { listCreated } from "../events.ts";
import { group } from "../group.ts";
import { assertActsFor, assertNameIsFree, assertSelector } from "../reading-list.ts";
import { Description, ListName, Mode, Principal, ReadingList, Visibility } from "../schemas.ts";
import { Selector } from "../selector/grammar.ts";

export const listsCreate = defineCommand(group, {
  id: "chats.lists.create",
  summary: "Create a reading list",
  description:
    "Chats are added manually to a static list, by the selector to a dynamic list, and in both ways to a hybrid list. " +
    "A private list is visible to its owner, a team or system list to everyone who may read chats. Only the owner can change a list.",
  input: T.Object({
    name: described(ListName, "Name of the list, unique for its owner"),
    mode: withDefault(
      described(Mode, "How chats are added: manually (static), by the selector (dynamic) or both (hybrid)"),
      "static",
    ),
    selector: T.Optional(described(Selector, "Selector of the chats on the list; required unless the list is static")),
    description: T.Optional(Description),
    owner: T.Optional(Principal),
    visibility: withDefault(described(Visibility, "Who can see the list"), "private"),
  }),
  output: T.Object({ list: described(ReadingList, "The reading list") }),
  errors: [ListNameTaken, ListNotYours],
  examples: [
    { title: "A static list", input: { name: "today" } },
    {
      title: "A dynamic list",
      input: {
        name: "work",
        mode: "dynamic",
        selector: { match: "all", where: [{ field: "tag", op: "eq", value: "work" }] },
      },
    },
  ],
  async plan({ store, caller }, { name, mode, selector, owner = caller.principal }) {
    assertSelector(mode, selector);
    assertActsFor(caller, owner);
    await assertNameIsFree(store, name, owner);
    return { summary: `Create a ${mode} list for ${owner}` };
  },
  undo:
    () =>
    ({ list }) => ({ operation: "chats.lists.archive", input: { list: list.id } }),
  async execute({ store, caller, now, id, emit }, _plan, input) {
    const { owner = caller.principal, description, ...rest } = input;
    const [ownerType, ownerId] = owner.split(":") as [string, string];
    const list: ListRecord = omitUndefined({
      id: id("list_"),
      ...rest,
      ownerType,
      ownerId,
      description: description || undefined,
      createdAt: now,
      updatedAt: now,
    });
    await store.put(lists, list);
    emit(listCreated, { list });
    return { list };
  },
});
