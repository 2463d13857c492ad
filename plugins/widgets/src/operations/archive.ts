import { defineCommand, T } from "@postern/core";
import { ProjectNotFound, WidgetNotFound } from "../errors.ts";
import { group } from "../group.ts";
import { itemOf, scopeIn, shelveItem } from "../item.ts";
import { Item, Ref } from "../schemas.ts";

export const archive = defineCommand(group, {
  id: "widgets.archive",
  summary: "Take a widget out of the library, with all that is kept of it",
  description: "It is no longer listed and served, and takes no new versions, until it is brought back.",
  input: T.Object({ ref: Ref }),
  output: T.Object({ item: Item }),
  errors: [ProjectNotFound, WidgetNotFound],
  examples: [{ title: "By its ref", input: { ref: "org/hello" } }],
  resource: scopeIn,
  async plan({ store, services }, { ref }) {
    const item = await itemOf({ store, services }, ref);
    const isDone = item.archivedAt !== undefined;
    return { summary: isDone ? `${ref} is archived already` : `Archive ${ref}`, ref };
  },
  execute: (ctx, _plan, { ref }) => shelveItem(ctx, ref, true),
});
