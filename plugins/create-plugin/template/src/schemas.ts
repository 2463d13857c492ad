import { type Static, T } from "@postern/core";

export const Text = T.String({ minLength: 1, maxLength: 500, description: "Text of the item" });

export const Item = T.Object({
  id: T.String({ description: "Id of the item" }),
  text: Text,
  createdAt: T.Integer({ description: "Creation time, Unix milliseconds" }),
});
export type Item = Static<typeof Item>;
