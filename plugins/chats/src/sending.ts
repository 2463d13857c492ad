import { createHash } from "node:crypto";
import type { CommandContext, QueryContext, Static, Transacting } from "@postern/core";
import { chatOf, openChatOf } from "./chat.ts";
import { activity, type ChatRecord, ingested, type MessageRecord, members, messages } from "./collections.ts";
import { MessageConflict } from "./errors.ts";
import { messageCreated } from "./events.ts";
import { messageIdOf, showMessage } from "./message.ts";
import type { Message, Origin, Raw, Sending } from "./schemas.ts";

/** What a caller sends. */
export interface Sent {
  readonly chatId: string;
  readonly actorId: string;
  readonly clientMessageId: string;
  readonly content: string;
}

/** Where it comes from, when it comes from outside. */
export interface Provenance {
  readonly origin?: Static<typeof Origin>;
  readonly raw?: Static<typeof Raw>;
}

/** Decides whether the message is new; a repeated one must be the same in actor and content. */
export async function planMessage({ store }: QueryContext, { chatId, actorId, clientMessageId, content }: Sent) {
  const sent = await store.one(messages, "byClient", chatId, clientMessageId);
  if (sent === undefined) {
    await openChatOf(store, chatId);
    return { summary: `Create a message of ${actorId} in ${chatId}`, disposition: "created" as const };
  }
  if (sent.actorId !== actorId || !isFirstText(sent, content)) throw MessageConflict({ messageId: messageIdOf(sent) });
  return { summary: `Answer the message that is there already`, disposition: "duplicate" as const };
}

/** Makes the message, or answers the one that an earlier call has made, as the plan decided. */
export async function sendMessage(
  ctx: CommandContext,
  disposition: Sending["disposition"],
  sent: Sent,
  from?: Provenance,
): Promise<Sending> {
  const message = disposition === "created" ? await createMessage(ctx, sent, from) : await sentBefore(ctx, sent);
  return { clientMessageId: sent.clientMessageId, disposition, message, messageId: message.id };
}

/** Stages a message that is new. */
async function createMessage(
  ctx: CommandContext,
  { chatId, actorId, clientMessageId, content }: Sent,
  { origin, raw }: Provenance = {},
): Promise<Message> {
  const { number, now } = ctx;
  return placeMessage(ctx, await chatOf(ctx.store, chatId), {
    chatId,
    number,
    actorId,
    clientMessageId,
    text: content,
    createdAt: now,
    ...(origin && { origin }),
    ...(raw && { raw }),
  });
}

/**
 * Stages a message at the end of its chat. It reads and writes no record that another new message of the same chat
 * writes: counters and places move inside the commit, so any number of callers may write into one chat at once.
 */
export async function placeMessage(
  { store, number, stamp, emit }: Transacting,
  chat: ChatRecord,
  record: MessageRecord,
): Promise<Message> {
  const { chatId, actorId } = record;
  if (await store.get(messages, chatId, number)) {
    throw new Error(`One commit makes at most one message of a chat; this one makes a second of ${chatId}`);
  }
  await store.put(messages, record);
  store.add(ingested, 1, chatId);
  store.add(ingested, 1, chatId, actorId);
  let after: string | undefined;
  do {
    // Not `everyOf`: a generator costs each message more than the page itself, and most chats are on few lists.
    const page = await store.find(members, { by: "byChat", prefix: [chatId], ...(after !== undefined && { after }) });
    for (const { listId, priority } of page.items) store.place(activity, [listId, chatId], [listId, priority, number]);
    after = page.next;
  } while (after !== undefined);
  const message = showMessage(record, chat, { sortKey: stamp });
  emit(messageCreated, { message });
  return message;
}

/** The message that an earlier call has made. */
async function sentBefore({ store }: CommandContext, { chatId, clientMessageId }: Sent): Promise<Message> {
  const [chat, message] = [await chatOf(store, chatId), await store.one(messages, "byClient", chatId, clientMessageId)];
  if (message === undefined) throw new Error(`The plan found a message ${clientMessageId} that is not there`);
  return showMessage(message, chat);
}

/** Recognises the first text of a message that has another by now. */
export const digestOfText = (text: string): string => createHash("sha256").update(text).digest("base64url");

const isFirstText = ({ text, original }: MessageRecord, content: string): boolean =>
  original === undefined ? text === content : original === digestOfText(content);
