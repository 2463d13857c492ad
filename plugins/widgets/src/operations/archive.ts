import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "widgets.archive",
  summary: "Archive a widget",
  description:
    "An archived widget is not listed or served and accepts no new versions. Unarchive it with `widgets.unarchive`.",
  ...archiving(true),
  examples: [{ title: "Archive a widget by ref", input: { ref: "org/hello" } }],
});
