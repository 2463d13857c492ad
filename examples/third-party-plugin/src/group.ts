import { chatDirectory } from "@postern/chats/services";
import { defineGroup } from "@postern/core";

export const group = defineGroup("reminders", { title: "Reminders", needs: { chats: chatDirectory } });
