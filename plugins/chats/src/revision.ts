import type { Reads } from "@postern/core";
import { openChatOf } from "./chat.ts";
import type { ChatRecord, MessageRecord } from "./collections.ts";
import { RevisionMismatch } from "./errors.ts";
import { messageOf } from "./message.ts";

/** A message to change, and the revision that the caller expects. */
export interface MessageRef {
  readonly messageId: string;
  readonly expectedRevision?: number;
}

/** A message with its chat. Fails if either does not exist, the chat is archived or the revision differs. */
export async function changeableOf(
  store: Reads,
  { messageId, expectedRevision: expected }: MessageRef,
): Promise<{ message: MessageRecord; chat: ChatRecord }> {
  const message = await messageOf(store, messageId);
  const chat = await openChatOf(store, message.chatId);
  const { revision: current = 1 } = message;
  if (expected !== undefined && expected !== current) throw RevisionMismatch({ messageId, expected, current });
  return { message, chat };
}

/** The next revision of a message. */
export const revised = (message: MessageRecord, now: number): MessageRecord => ({
  ...message,
  revision: (message.revision ?? 1) + 1,
  updatedAt: now,
});
