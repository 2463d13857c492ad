import { defineCommand, T } from "@postern/core";
import { items } from "../collections.ts";
import { ItemExists } from "../errors.ts";
import { itemCreated } from "../events.ts";
import { group } from "../group.ts";
import { Item, Text } from "../schemas.ts";

export const create = defineCommand(group, {
  id: "my-group.create",
  summary: "Create an item",
  input: T.Object({ text: Text }),
  output: T.Object({ item: Item }),
  errors: [ItemExists],
  examples: [{ title: "A first item", input: { text: "Water the plants" } }],
  async plan({ store }, { text }) {
    const [same] = (await store.find(items, { by: "byText", prefix: [text], limit: 1 })).items;
    if (same) throw ItemExists({ id: same.id, text });
    return { summary: `Create the item ${JSON.stringify(text)}` };
  },
  async execute({ store, id, now, emit }, _plan, { text }) {
    const item = { id: id("item_"), text, createdAt: now };
    await store.put(items, item);
    emit(itemCreated, { item });
    return { item };
  },
});
