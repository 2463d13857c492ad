import { defineError, T } from "@postern/core";

export const ItemExists = defineError("my-group.item_exists", {
  status: 409,
  data: T.Object({ id: T.String(), text: T.String() }),
  message: ({ id, text }) => `Item "${id}" already has the text ${JSON.stringify(text)}`,
  fix: () => "postern my-group list",
});
