import { defineQuery, oneOf, T } from "@postern/core";
import { described } from "@postern/kit/fields";
import { listOf, listSource } from "@postern/kit/paging";
import { ListAmbiguous, ListNotDynamic, ListNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { listIdIn, listOfRef } from "../reading-list.ts";
import { evaluate } from "../recompute.ts";
import { ListRecompute, ListRef, Owner, ReadingList } from "../schemas.ts";

const Changes = listOf(
  "chats",
  T.Object({
    chatId: T.String({ description: "Id of the chat" }),
    change: described(oneOf("added", "kept", "preserved", "removed"), "What a recompute would change"),
  }),
  { chatId: "id", change: "plain" },
);

export const listsPreview = defineQuery(group, {
  id: "chats.lists.preview",
  summary: "Preview the changes of a recompute",
  description: "Shows which chats `chats.lists.recompute` would add, keep and remove, without changing the list.",
  input: T.Object({ list: ListRef, owner: T.Optional(Owner), ...Changes.fields }),
  output: T.Object({
    list: described(ReadingList, "The reading list"),
    recompute: described(ListRecompute, "Summary of the changes"),
    ...Changes.output.properties,
  }),
  errors: [ListNotFound, ListAmbiguous, ListNotDynamic],
  examples: [{ title: "By name", input: { list: "work" } }],
  resource: ({ list }) => listIdIn(list),
  async run({ store, caller }, { limit, offset, fields, ...ref }) {
    const list = await listOfRef(store, caller, ref);
    const { recompute, changes } = await evaluate(store, list);
    const page = { limit, offset, ...(fields !== undefined && { fields }) };
    return {
      list,
      recompute: { ...recompute, list },
      ...(await Changes.answer(page, listSource(changes), (change) => change)),
    };
  },
});
