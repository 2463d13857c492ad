import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "widgets.unarchive",
  summary: "Unarchive a widget",
  description: "The widget is listed and served again, with all its versions.",
  ...archiving(false),
  examples: [{ title: "Unarchive a widget by ref", input: { ref: "org/hello" } }],
});
