import { defineEvent, T } from "@postern/core";
import { Item } from "./schemas.ts";

const whole = T.Object({ item: Item });
const subject = ({ item }: { item: { ref: string } }) => item.ref;

export const versionPublished = defineEvent("widgets.version.published", {
  summary: "A version of a widget was published; after a rollback, `restores` is the earlier version",
  data: T.Object({ item: Item, note: T.Optional(T.String()), restores: T.Optional(T.Integer()) }),
  subject,
});

export const widgetRenamed = defineEvent("widgets.widget.renamed", {
  summary: "A widget was renamed",
  data: whole,
  subject,
});

export const widgetArchived = defineEvent("widgets.widget.archived", {
  summary: "A widget was archived",
  data: whole,
  subject,
});

export const widgetUnarchived = defineEvent("widgets.widget.unarchived", {
  summary: "A widget was unarchived",
  data: whole,
  subject,
});

export const folderCreated = defineEvent("widgets.folder.created", {
  summary: "A folder for a new widget was created",
  data: T.Object({ dir: T.String(), files: T.Array(T.String()) }),
  subject: ({ dir }) => dir,
});
