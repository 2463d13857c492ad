import { type Static, T } from "@postern/core";

const ID = "proj_[0-9a-f]{24}";
/** Words that stand where a project's slug may stand, and mean something else there. */
export const RESERVED = ["org", "local"];
const SLUG = "[a-z0-9][a-z0-9-]{0,62}";

/** An id has a `_`, which no slug has: one field takes both. */
export const ProjectRef = T.String({
  pattern: `^(${ID}|${SLUG})$`,
  description: "Id or slug of the project",
});
export const Slug = T.String({
  pattern: `^${SLUG}$`,
  not: { enum: RESERVED },
  "x-must": `must be small letters, digits and dashes, and not ${RESERVED.join(" or ")}, which stand for what belongs to no project`,
  description: "Its address, which no other project has: small letters, digits and dashes",
});
export const Name = T.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "What people call it" });
export const Description = T.String({ maxLength: 2000, description: "Empty for none" });

export const Project = T.Object({
  id: T.String({ description: "Its id" }),
  slug: T.String({ description: "Its name in addresses" }),
  name: T.String({ description: "Its name" }),
  description: T.Optional(T.String({ description: "A description for people" })),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
  updatedAt: T.Number({ description: "When it was last changed, Unix milliseconds" }),
  archivedAt: T.Optional(T.Number({ description: "When it was archived, Unix milliseconds" })),
});
export type Project = Static<typeof Project>;
