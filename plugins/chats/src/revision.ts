import type { Reads } from "@postern/core";
import { openChatOf } from "./chat.ts";
import type { ChatRecord, MessageRecord } from "./collections.ts";
import { RevisionMismatch } from "./errors.ts";
import { messageOf } from "./message.ts";

/** Which message, and the revision that the caller knows. */
export interface Asked {
  readonly messageId: string;
  readonly expectedRevision?: number;
}

/** A message that may change, with its chat: both are there, the chat is open, and the revision is the one expected. */
export async function changeableOf(
  store: Reads,
  { messageId, expectedRevision: expected }: Asked,
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
