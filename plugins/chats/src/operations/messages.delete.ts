import { defineCommand, T } from "@postern/core";
import { deleting } from "../deleting.ts";
import { group } from "../group.ts";
import { ExpectedRevision, MessageId } from "../schemas.ts";

export const messagesDelete = defineCommand(group, {
  id: "chats.messages.delete",
  summary: "Delete a message",
  description: "The content is hidden and the message is no longer counted. Restore it with `chats.messages.restore`.",
  properties: ["posts"],
  input: T.Object({ messageId: MessageId, expectedRevision: T.Optional(ExpectedRevision) }),
  ...deleting(true),
  examples: [{ title: "One message", input: { messageId: "msg_0123456789abcdef0123456700000000000001" } }],
});
