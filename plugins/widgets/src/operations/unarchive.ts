import { defineCommand, T } from "@postern/core";
import { items } from "../collections.ts";
import { ProjectNotFound, WidgetNotFound } from "../errors.ts";
import { widgetUnarchived } from "../events.ts";
import { group } from "../group.ts";
import { itemOf, scopeIn, showItem } from "../item.ts";
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
  async execute({ store, services, now, emit }, _plan, { ref }) {
    const item = await itemOf({ store, services }, ref);
    if (item.archivedAt === undefined) return { item: await showItem({ services }, item) };
    const updatedAt = new Date(now).toISOString();
    const { archivedAt: _, ...kept } = item;
    const record = { ...kept, updatedAt };
    await store.put(items, record);
    const shown = await showItem({ services }, record);
    emit(widgetUnarchived, { item: shown });
    return { item: shown };
  },
});
