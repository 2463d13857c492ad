import { defineCommand, T } from "@postern/core";
import { ProjectNotFound, WidgetNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { itemOf, scopeIn, shelveItem } from "../item.ts";
import { Item, Ref } from "../schemas.ts";

export const unarchive = defineCommand(group, {
  id: "widgets.unarchive",
  summary: "Bring an archived widget back into the library",
  description: "It is as it was, with all its versions.",
  input: T.Object({ ref: Ref }),
  output: T.Object({ item: Item }),
  errors: [ProjectNotFound, WidgetNotFound],
  examples: [{ title: "By its ref", input: { ref: "org/hello" } }],
  resource: scopeIn,
  async plan({ store, services }, { ref }) {
    const item = await itemOf({ store, services }, ref);
    const isDone = item.archivedAt === undefined;
    return { summary: isDone ? `${ref} is not archived` : `Bring back ${ref}`, ref };
  },
  execute: (ctx, _plan, { ref }) => shelveItem(ctx, ref, false),
});
