/** What `chats.messages.create` takes and answers, for the servers that the gateway is compared with. */
export interface Sent {
  actorId: string;
  chatId: string;
  clientMessageId: string;
  content: string;
}

export interface Message {
  id: string;
  chatId: string;
  actorId: string;
  actorType: "actor";
  clientMessageId: string;
  content: { text: string };
  createdAt: number;
  ingestedAt: number;
  updatedAt: number;
  revision: number;
  sortKey: string;
  state: "created";
}

export const createPath = "/api/v1/chats/messages/create";

/** As many chats as the load sends to. */
export const chatIds = Array.from({ length: 1000 }, (_, n) => `chat_${n.toString(16).padStart(24, "0")}`);

/** The message that was sent, with its place in the order of all messages. */
export function messageOf({ actorId, chatId, clientMessageId, content }: Sent, place: number): Message {
  const now = Date.now();
  const order = place.toString(16).padStart(14, "0");
  return {
    id: `msg_${order}`,
    chatId,
    actorId,
    actorType: "actor",
    clientMessageId,
    content: { text: content },
    createdAt: now,
    ingestedAt: now,
    updatedAt: now,
    revision: 1,
    sortKey: order,
    state: "created",
  };
}

export function answerOf(message: Message, disposition: "created" | "duplicate") {
  return { clientMessageId: message.clientMessageId, disposition, message, messageId: message.id };
}
