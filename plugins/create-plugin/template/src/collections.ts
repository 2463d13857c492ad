import { defineCollection } from "@postern/core";
import { Item } from "./schemas.ts";

export const items = defineCollection("my-group.item", {
  schema: Item,
  key: ({ id }) => [id],
  indexes: { byText: ({ text }) => [text] },
});
