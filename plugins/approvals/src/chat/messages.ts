import type { messagesCreate } from "@postern/chats/services";
import type { TypesOf } from "@postern/core";
import type { Identity } from "./schemas.ts";

/** The author of what approvals write in chats. */
const AUTHOR = "approvals";

/** A message to the chat of an identity, sent once for each id. */
export const messageTo = (
  { chatId }: Pick<Identity, "chatId">,
  clientMessageId: string,
  content: string,
): TypesOf<typeof messagesCreate>["in"] => ({ chatId, actorId: AUTHOR, clientMessageId, content });
