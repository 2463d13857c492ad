import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const archive = defineCommand(group, {
  id: "widgets.archive",
  summary: "Take a widget out of the library, with all that is kept of it",
  description: "It is no longer listed and served, and takes no new versions, until it is brought back.",
  ...archiving(true),
  examples: [{ title: "By its ref", input: { ref: "org/hello" } }],
});
