import { defineCommand } from "@postern/core";
import { archivingList } from "../archiving.ts";
import { group } from "../group.ts";

export const listsUnarchive = defineCommand(group, {
  id: "chats.lists.unarchive",
  summary: "Restore an archived reading list",
  description: "The list still has its chats.",
  ...archivingList(false),
  examples: [{ title: "By name", input: { list: "today" } }],
});
