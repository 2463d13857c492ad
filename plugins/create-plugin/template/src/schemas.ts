import { type Static, T } from "@postern/core";

export const Text = T.String({ minLength: 1, maxLength: 500, description: "What it says" });

export const Item = T.Object({
  id: T.String({ description: "The item" }),
  text: Text,
  createdAt: T.Integer({ description: "When it was created, Unix milliseconds" }),
});
export type Item = Static<typeof Item>;
