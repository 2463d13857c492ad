import { defineEvent, T } from "@postern/core";
import { Item } from "./schemas.ts";

const whole = T.Object({ item: Item });
const subject = ({ item }: { item: { ref: string } }) => item.ref;

export const versionPublished = defineEvent("widgets.version.published", {
  summary: "A widget has a new version; `restores` names the one that it brought back",
  data: T.Object({ item: Item, note: T.Optional(T.String()), restores: T.Optional(T.Integer()) }),
  subject,
});

export const widgetRenamed = defineEvent("widgets.widget.renamed", {
  summary: "A widget is called otherwise, and its content is the same",
  data: whole,
  subject,
});

export const widgetArchived = defineEvent("widgets.widget.archived", {
  summary: "A widget is no longer listed and served",
  data: whole,
  subject,
});

export const widgetUnarchived = defineEvent("widgets.widget.unarchived", {
  summary: "A widget is listed and served again",
  data: whole,
  subject,
});

export const folderCreated = defineEvent("widgets.folder.created", {
  summary: "A folder for a widget was begun in the workspace",
  data: T.Object({ dir: T.String(), files: T.Array(T.String()) }),
  subject: ({ dir }) => dir,
});
