import type { FinalMessage, JournalEvent } from "../final.ts";
import { type Call, isDone } from "../history.ts";
import { groupBy, repeated, type Violation, violation } from "./violation.ts";

type Sent = { readonly chatId: string; readonly clientMessageId: string; readonly messageId: string | undefined };

/** Every acknowledged message is in its chat once, with the id of its acknowledgements, and no other message is. */
export function checkMessages(
  calls: readonly Call[],
  chats: Readonly<Record<string, readonly FinalMessage[]>>,
  events: readonly JournalEvent[],
): Violation[] {
  const sent = calls.flatMap(sentIn);
  const all = Object.entries(chats).flatMap(([chatId, messages]) => messages.map((one) => ({ chatId, ...one })));
  const nameOf = (one: { chatId: string; clientMessageId: string }) => `${one.chatId} ${one.clientMessageId}`;
  const found = new Map(all.map((one) => [nameOf(one), one]));
  const known = new Set(sent.map(nameOf));
  const created = events
    .filter(({ type }) => type === "chats.message.created")
    .map(({ data }) => data.message as { id: string; chatId: string });
  const byChat = groupBy(created, ({ chatId }) => chatId);
  return [
    ...violation("A message is in its chat once", repeated(all.map(nameOf))),
    ...violation(
      "An acknowledged message is in its chat, with the acknowledged id",
      sent.filter((one) => one.messageId !== undefined && found.get(nameOf(one))?.id !== one.messageId),
    ),
    ...violation(
      "Every message was sent by a client",
      all.filter((one) => !known.has(nameOf(one))),
    ),
    ...violation(
      "Messages are sorted by sortKey",
      Object.values(chats).flatMap((messages) =>
        messages.filter(({ sortKey }, at) => at > 0 && sortKey <= (messages[at - 1]?.sortKey ?? "")),
      ),
    ),
    ...violation(
      "The events of a chat are its messages in their order",
      Object.entries(chats).flatMap(([chatId, messages]) => {
        const ids = byChat.get(chatId)?.map(({ id }) => id) ?? [];
        const at = messages.findIndex(({ id }, place) => ids[place] !== id);
        if (at < 0 && ids.length === messages.length) return [];
        return [{ chatId, at, messages: messages.length, events: ids.length }];
      }),
    ),
  ];
}

function sentIn(call: Call): Sent[] {
  const chatId = call.input.chatId as string;
  const idOf = (answer: unknown) => (isDone(call) ? (answer as { messageId: string }).messageId : undefined);
  if (call.operation === "chats.messages.create")
    return [{ chatId, clientMessageId: call.input.clientMessageId as string, messageId: idOf(call.body) }];
  if (call.operation !== "chats.messages.create-many") return [];
  const answers = (call.body?.messages ?? []) as unknown[];
  return (call.input.messages as { clientMessageId: string }[]).map(({ clientMessageId }, at) => ({
    chatId,
    clientMessageId,
    messageId: idOf(answers[at]),
  }));
}
