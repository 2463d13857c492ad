import { defineCommand } from "@postern/core";
import { archivingList } from "../archiving.ts";
import { group } from "../group.ts";

export const listsArchive = defineCommand(group, {
  id: "chats.lists.archive",
  summary: "Archive a reading list",
  description: "An archived list keeps its chats and is hidden by default. Restore it with `chats.lists.unarchive`.",
  ...archivingList(true),
  examples: [{ title: "By name", input: { list: "today" } }],
});
