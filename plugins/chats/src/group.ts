import { defineGroup, optional } from "@postern/core";
import { syncDomains } from "@postern/kit/sync";

export const group = defineGroup("chats", {
  title: "Chats",
  description: "Chats, their messages, and reading lists with unread counts.",
  needs: { sync: optional(syncDomains) },
  scopes: { raw: "Read the provider ids and the provenance of messages" },
});
