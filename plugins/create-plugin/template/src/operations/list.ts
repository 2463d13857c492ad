import { defineQuery, T } from "@postern/core";
import { listOf, within } from "@postern/kit/paging";
import { items } from "../collections.ts";
import { group } from "../group.ts";
import { Item } from "../schemas.ts";

const Items = listOf("items", Item);

export const list = defineQuery(group, {
  id: "my-group.list",
  summary: "List items, newest first",
  input: T.Object({ ...Items.fields }),
  output: Items.output,
  examples: [{ title: "The ten newest items", input: { limit: "10" } }],
  run: ({ store }, page) => Items.answer(page, within(store, items, { reverse: true }), (item) => item),
});
