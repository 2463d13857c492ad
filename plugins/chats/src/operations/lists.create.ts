import { defineCommand, omitUndefined, T, withDefault } from "@postern/core";
import { described } from "@postern/core/fields";
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
    "A static list is kept by hand, a dynamic one takes its chats from its selector, a hybrid one does both. " +
    "A private list is seen by its owner, a team or system list by everyone who may read chats; only its owner changes it.",
  input: T.Object({
    name: described(ListName, "Its name"),
    mode: withDefault(described(Mode, "How chats come onto it: by hand, by its selector, or both"), "static"),
    selector: T.Optional(described(Selector, "Which chats belong to it")),
    description: T.Optional(Description),
    owner: T.Optional(Principal),
    visibility: withDefault(described(Visibility, "Who sees it"), "private"),
  }),
  output: T.Object({ list: described(ReadingList, "The reading list") }),
  errors: [ListNameTaken, ListNotYours],
  examples: [
    { title: "Kept by hand", input: { name: "today" } },
    {
      title: "By a selector",
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
