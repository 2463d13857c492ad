import type { Api } from "@postern/client/api";

export type ChatDetails = Api["chats.show"]["output"]["chat"];
export type Chat = Api["chats.create"]["output"]["chat"];
export type Message = Api["chats.messages.show"]["output"]["message"];

export const titleOf = ({ title, agentId }: Pick<Chat, "title" | "agentId">): string =>
  title ?? (agentId === undefined ? "Untitled chat" : `Chat with ${agentId}`);

/** The message of an event such as `chats.message.created`. */
export function messageIn(event: { readonly type: string; readonly data?: unknown }): Message | undefined {
  if (!event.type.startsWith("chats.message.")) return undefined;
  return (event.data as { message?: Message } | undefined)?.message;
}
