import { defineCommand, T } from "@postern/core";
import { items } from "../collections.ts";
import { ProjectNotFound, WidgetNotFound } from "../errors.ts";
import { widgetArchived } from "../events.ts";
import { group } from "../group.ts";
import { itemOf, scopeIn, showItem } from "../item.ts";
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
  async execute({ store, services, now, emit }, _plan, { ref }) {
    const item = await itemOf({ store, services }, ref);
    if (item.archivedAt !== undefined) return { item: await showItem({ services }, item) };
    const updatedAt = new Date(now).toISOString();
    const record = { ...item, updatedAt, archivedAt: updatedAt };
    await store.put(items, record);
    const shown = await showItem({ services }, record);
    emit(widgetArchived, { item: shown });
    return { item: shown };
  },
});
