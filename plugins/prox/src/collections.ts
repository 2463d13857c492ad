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
  // Damaged records may have no tags, and it must still be possible to remove them.
  indexes: { byTag: ({ tags }: { tags?: readonly string[] }) => (tags ?? []).map((tag) => [tag]) },
});
