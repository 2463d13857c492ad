import type { Api } from "@postern/client/api";

export type ChatDetails = Api["chats.show"]["output"]["chat"];
export type Chat = Api["chats.create"]["output"]["chat"];
export type Message = Api["chats.messages.show"]["output"]["message"];

const KINDS: Readonly<Record<Chat["kind"], string>> = {
  dm: "Direct message",
  group: "Group",
  room: "Room",
  thread: "Thread",
};

/** The kind of a chat in words, and where it takes place if that is another platform. */
export const kindText = ({ kind, channel }: Pick<Chat, "kind" | "channel">): string =>
  channel === undefined ? KINDS[kind] : `${KINDS[kind]} on ${channel}`;

export const titleOf = ({ title, agentId }: Pick<Chat, "title" | "agentId">): string =>
  title ?? (agentId === undefined ? "Untitled chat" : `Chat with ${agentId}`);

/** The message of an event such as `chats.message.created`. */
export function messageIn(event: { readonly type: string; readonly data?: unknown }): Message | undefined {
  if (!event.type.startsWith("chats.message.")) return undefined;
  return (event.data as { message?: Message } | undefined)?.message;
}
