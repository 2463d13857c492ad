import { type Static, T } from "@postern/core";
import { refersTo } from "@postern/kit/fields";

const ID = "proj_[0-9a-f]{24}";
/** Reserved words, which have another meaning in fields that accept a slug. */
export const RESERVED = ["org", "local"];
const SLUG = "[a-z0-9][a-z0-9-]{0,62}";

/** One field accepts both, because ids contain a `_` and slugs do not. */
export const ProjectRef = refersTo(
  T.String({ pattern: `^(${ID}|${SLUG})$`, description: "Id or slug of the project" }),
  { list: "projects.list", names: ["slug", "name"] },
);
export const Slug = T.String({
  pattern: `^${SLUG}$`,
  not: { enum: RESERVED },
  "x-must": `must be lowercase letters, digits and dashes, and not ${RESERVED.join(" or ")}, which are reserved`,
  description: "Unique name in addresses: lowercase letters, digits and dashes",
});
export const Name = T.String({ minLength: 1, maxLength: 200, pattern: "\\S", description: "Name of the project" });
export const Description = T.String({
  maxLength: 2000,
  description: "Description of the project; an empty text means none",
});

export const Project = T.Object({
  id: T.String({ description: "Id of the project" }),
  slug: T.String({ description: "Unique name in addresses" }),
  name: T.String({ description: "Name of the project" }),
  description: T.Optional(T.String({ description: "Description of the project" })),
  createdAt: T.Number({ description: "When it was created, Unix milliseconds" }),
  updatedAt: T.Number({ description: "When it was last changed, Unix milliseconds" }),
  archivedAt: T.Optional(T.Number({ description: "When it was archived, Unix milliseconds" })),
});
export type Project = Static<typeof Project>;

/** A task of a project. */
export const ProjectTask = T.Object({
  id: T.String({ description: "Id of the task" }),
  title: T.String({ description: "Title in one line" }),
  status: T.String({ description: "Status: open, active or blocked" }),
  priority: T.String({ description: "Priority: low, normal, high or urgent" }),
  assignee: T.Optional(T.String({ description: "Assignee as type:id" })),
  dueAt: T.Optional(T.Integer({ description: "When it is due, Unix milliseconds" })),
});
export const ProjectTasks = T.Object({
  counts: T.Record(T.String(), T.Integer({ description: "Number of tasks" }), {
    description: "Number of unarchived tasks, by status",
  }),
  open: T.Array(ProjectTask, {
    description: "The first unfinished tasks, most urgent first, then by due time",
  }),
});
