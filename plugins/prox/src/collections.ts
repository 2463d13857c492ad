import { defineCollection, type Static, T } from "@postern/core";
import { Content } from "./schemas.ts";

const ProfileRecord = T.Object({
  id: T.String(),
  ...Content.properties,
  createdAt: T.Number(),
  updatedAt: T.Number(),
});
export type ProfileRecord = Static<typeof ProfileRecord>;

export const profiles = defineCollection("prox.profile", {
  schema: ProfileRecord,
  key: ({ id }) => [id],
  // A record that another version wrote may have none, and must still be possible to remove.
  indexes: { byTag: ({ tags }: { tags?: readonly string[] }) => (tags ?? []).map((tag) => [tag]) },
});
