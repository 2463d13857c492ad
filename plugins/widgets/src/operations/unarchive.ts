import { defineCommand } from "@postern/core";
import { archiving } from "../archiving.ts";
import { group } from "../group.ts";

export const unarchive = defineCommand(group, {
  id: "widgets.unarchive",
  summary: "Bring an archived widget back into the library",
  description: "It is as it was, with all its versions.",
  ...archiving(false),
  examples: [{ title: "By its ref", input: { ref: "org/hello" } }],
});
