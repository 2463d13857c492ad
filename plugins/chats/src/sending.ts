import { createHash } from "node:crypto";
import type { CommandContext, MutableRecords, QueryContext, Static, Transacting } from "@postern/core";
import { chatOf, openChatOf } from "./chat.ts";
import { activity, type ChatRecord, ingested, type MessageRecord, members, messages } from "./collections.ts";
import { replaceDraft } from "./drafts.ts";
import { MessageConflict } from "./errors.ts";
import { messageCreated } from "./events.ts";
import { messageIdOf, showMessage } from "./message.ts";
import { partsOf, suffixOf } from "./place.ts";
import type { Message, Origin, Raw, Sending } from "./schemas.ts";

/** A message to send. */
export interface Sent {
  readonly chatId: string;
  readonly actorId: string;
  readonly clientMessageId: string;
  readonly content: string;
}

/** The origin of a message from outside the gateway. */
export interface Provenance {
  readonly origin?: Static<typeof Origin>;
  readonly raw?: Static<typeof Raw>;
}

/** Decides whether the message is new. A repeated message must have the same actor and content. */
export async function planMessage({ store }: QueryContext, { chatId, actorId, clientMessageId, content }: Sent) {
  const sent = await store.one(messages, "byClient", chatId, clientMessageId);
  if (sent === undefined) {
    await openChatOf(store, chatId);
    return { summary: `Create a message from ${actorId} in chat ${chatId}`, disposition: "created" as const };
  }
  if (sent.actorId !== actorId || !isFirstText(sent, content)) throw MessageConflict({ messageId: messageIdOf(sent) });
  return { summary: "Return the existing message", disposition: "duplicate" as const };
}

/**
 * Creates the message, or returns the one from an earlier call, as decided in the plan. `index` numbers the new messages
 * of one commit.
 */
export async function sendMessage(
  ctx: CommandContext,
  disposition: Sending["disposition"],
  sent: Sent,
  from?: Provenance,
  index?: number,
): Promise<Sending> {
  const isNew = disposition === "created";
  const message = isNew ? await createMessage(ctx, sent, from, index) : await existingMessage(ctx, sent);
  return { clientMessageId: sent.clientMessageId, disposition, message, messageId: message.id };
}

/** Stages a new message. */
async function createMessage(
  ctx: CommandContext,
  { chatId, actorId, clientMessageId, content }: Sent,
  { origin, raw }: Provenance = {},
  index = 0,
): Promise<Message> {
  const { number, now } = ctx;
  await replaceDraft(ctx.store, chatId, actorId);
  return placeMessage(ctx, await chatOf(ctx.store, chatId), {
    chatId,
    number,
    actorId,
    clientMessageId,
    text: content,
    createdAt: now,
    ...(index > 0 && { index }),
    ...(origin && { origin }),
    ...(raw && { raw }),
  });
}

/**
 * Stages a message at the end of its chat. It reads and writes no record that another new message of the same chat
 * writes: counters and positions are updated inside the commit, so concurrent messages do not conflict.
 */
export async function placeMessage(
  { store, number, stamp, emit }: Transacting,
  chat: ChatRecord,
  record: MessageRecord,
): Promise<Message> {
  const { chatId, actorId, index = 0 } = record;
  // Before anything is staged, which a range would have to be compared with.
  if (index === 0) await placeChat(store, chatId, number);
  if (await store.get(messages, chatId, ...partsOf(record))) {
    throw new Error(`This commit already has a message with the index ${index} in ${chatId}`);
  }
  await store.put(messages, record);
  store.add(ingested, 1, chatId);
  store.add(ingested, 1, chatId, actorId);
  const message = showMessage(record, chat, { sortKey: stamp + suffixOf(index) });
  emit(messageCreated, { message });
  return message;
}

/** Moves a chat up on its lists, once for all messages of a commit. */
async function placeChat(store: MutableRecords, chatId: string, number: number): Promise<void> {
  const range = { by: "byChat" as const, prefix: [chatId] };
  let after: string | undefined;
  do {
    // Without `scanRecords`: its generator costs more than the page, and most chats are on few lists.
    const page = await store.find(members, after === undefined ? range : { ...range, after });
    for (const { listId, priority } of page.items) store.place(activity, [listId, chatId], [listId, priority, number]);
    after = page.next;
  } while (after !== undefined);
}

/** The message that an earlier call created. */
async function existingMessage({ store }: CommandContext, { chatId, clientMessageId }: Sent): Promise<Message> {
  const [chat, message] = [await chatOf(store, chatId), await store.one(messages, "byClient", chatId, clientMessageId)];
  if (message === undefined) throw new Error(`The message ${clientMessageId} found in the plan no longer exists`);
  return showMessage(message, chat);
}

/** Identifies the first text of a message after the text was changed. */
export const digestOfText = (text: string): string => createHash("sha256").update(text).digest("base64url");

const isFirstText = ({ text, original }: MessageRecord, content: string): boolean =>
  original === undefined ? text === content : original === digestOfText(content);
