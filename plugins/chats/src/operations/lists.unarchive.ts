import { defineCommand } from "@postern/core";
import { archivingList } from "../archiving.ts";
import { group } from "../group.ts";

export const listsUnarchive = defineCommand(group, {
  id: "chats.lists.unarchive",
  summary: "Take a reading list back from the archive",
  description: "The reading list keeps its members.",
  ...archivingList(false),
  examples: [{ title: "By name", input: { list: "today" } }],
});
