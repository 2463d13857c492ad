import { defineCommand, T } from "@postern/core";
import { deleting } from "../deleting.ts";
import { group } from "../group.ts";
import { ExpectedRevision, MessageId } from "../schemas.ts";

export const messagesRestore = defineCommand(group, {
  id: "chats.messages.restore",
  summary: "Restore a deleted message",
  description: "The message keeps its position in the chat and is counted again.",
  properties: ["posts"],
  input: T.Object({ messageId: MessageId, expectedRevision: T.Optional(ExpectedRevision) }),
  ...deleting(false),
  examples: [{ title: "One message", input: { messageId: "msg_0123456789abcdef0123456700000000000001" } }],
});
