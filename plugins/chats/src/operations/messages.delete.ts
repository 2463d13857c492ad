import { defineCommand, T } from "@postern/core";
import { deleting } from "../deleting.ts";
import { group } from "../group.ts";
import { ExpectedRevision, MessageId } from "../schemas.ts";

export const messagesDelete = defineCommand(group, {
  id: "chats.messages.delete",
  summary: "Delete a message, so that it can be restored",
  description:
    "Its content is no longer shown and it no longer counts. A message that is deleted already stays as it is.",
  input: T.Object({ messageId: MessageId, expectedRevision: T.Optional(ExpectedRevision) }),
  ...deleting(true),
  examples: [{ title: "One message", input: { messageId: "msg_0123456789abcdef0123456700000000000001" } }],
});
