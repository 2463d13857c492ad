import { defineGroup } from "@postern/core";

export const group = defineGroup("chats", {
  title: "Chats",
  description: "Chats, their messages, and reading lists with unread counts.",
  scopes: { raw: "See the providers' own ids and the provenance of messages" },
});
