import { defineEvent, T } from "@postern/core";
import { Item } from "./schemas.ts";

const subject = ({ item }: { item: { ref: string } }) => item.ref;
const widgetIs = (past: string) => ({ summary: `A widget was ${past}`, data: T.Object({ item: Item }), subject });

export const versionPublished = defineEvent("widgets.version.published", {
  summary: "A version of a widget was published; after a rollback, `restores` is the earlier version",
  data: T.Object({ item: Item, note: T.Optional(T.String()), restores: T.Optional(T.Integer()) }),
  subject,
});
export const widgetRenamed = defineEvent("widgets.widget.renamed", widgetIs("renamed"));
export const widgetArchived = defineEvent("widgets.widget.archived", widgetIs("archived"));
export const widgetUnarchived = defineEvent("widgets.widget.unarchived", widgetIs("unarchived"));

export const folderCreated = defineEvent("widgets.folder.created", {
  summary: "A folder for a new widget was created",
  data: T.Object({ dir: T.String(), files: T.Array(T.String()) }),
  subject: ({ dir }) => dir,
});
