import { defineEvent, T } from "@postern/core";
import { Item } from "./schemas.ts";

export const itemCreated = defineEvent("my-group.item.created", {
  summary: "An item was created",
  data: T.Object({ item: Item }),
  subject: ({ item }) => item.id,
});
