import { omitUndefined, T, type Transacting } from "@postern/core";
import { described } from "@postern/kit/fields";
import { items } from "./collections.ts";
import { ProjectNotFound, WidgetNotFound } from "./errors.ts";
import { widgetArchived, widgetUnarchived } from "./events.ts";
import { type ItemContext, itemOf, scopeIn, showItem } from "./item.ts";
import { Item, Ref } from "./schemas.ts";

/** Shared by `widgets.archive` and `widgets.unarchive`. A call that changes nothing emits no event. */
export const archiving = (isArchived: boolean) => ({
  input: T.Object({ ref: Ref }),
  output: T.Object({ item: described(Item, "The widget") }),
  errors: [ProjectNotFound, WidgetNotFound],
  resource: scopeIn,
  async plan({ store, services }: ItemContext, { ref }: { ref: string }) {
    const { archivedAt } = await itemOf({ store, services }, ref);
    if (isArchived === (archivedAt !== undefined))
      return { summary: `Change nothing: ${ref} is ${isArchived ? "already" : "not"} archived`, ref };
    return { summary: `${isArchived ? "Archive" : "Unarchive"} ${ref}`, ref };
  },
  async undo({ store, services }: ItemContext, _plan: unknown, { ref }: { ref: string }) {
    const { archivedAt } = await itemOf({ store, services }, ref);
    if (isArchived === (archivedAt !== undefined)) return undefined;
    return { operation: isArchived ? "widgets.unarchive" : "widgets.archive", input: { ref } };
  },
  async execute({ store, services, now, emit }: ItemContext & Transacting, _plan: unknown, { ref }: { ref: string }) {
    const before = await itemOf({ store, services }, ref);
    if (isArchived === (before.archivedAt !== undefined)) return { item: await showItem({ services }, before) };
    const at = new Date(now).toISOString();
    const record = omitUndefined({ ...before, updatedAt: at, archivedAt: isArchived ? at : undefined });
    await store.put(items, record);
    const item = await showItem({ services }, record);
    emit(isArchived ? widgetArchived : widgetUnarchived, { item });
    return { item };
  },
});
