import { type Static, T } from "@postern/core";

const ID = "proj_[0-9a-f]{24}";
const SLUG = "[a-z0-9][a-z0-9-]{0,62}";

/** An id has a `_`, which no slug has: one field takes both. */
export const ProjectRef = T.String({
  pattern: `^(${ID}|${SLUG})$`,
  description: "Id or slug of the project",
});
export const Slug = T.String({
  pattern: `^${SLUG}$`,
  description: "Its address, which no other project has: small letters, digits and dashes",
});
export const Name = T.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "What people call it" });
export const Description = T.String({ maxLength: 2000, description: "Empty for none" });

export const Project = T.Object({
  id: T.String(),
  slug: T.String(),
  name: T.String(),
  description: T.Optional(T.String()),
  createdAt: T.Number(),
  updatedAt: T.Number(),
  archivedAt: T.Optional(T.Number()),
});
export type Project = Static<typeof Project>;
