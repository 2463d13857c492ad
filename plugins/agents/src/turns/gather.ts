import { type Static, T, type Transacting } from "@postern/core";
import { openTurn } from "../claims/open-turn.ts";
import { type AgentRecord, pendingCounts, pendingMessages, pendingTurns } from "../collections.ts";
import type { Message, TurnCause } from "../schemas.ts";
import { withDueTime } from "./due-time.ts";

const Id = T.String({ minLength: 1, maxLength: 1_000 });

/** The required fields of a message. All other fields are passed on unchanged. */
export const ChatMessage = T.Object({
  message: T.Object({ id: Id, chatId: Id, actorId: T.String(), agentId: T.Optional(Id) }),
});
export type ChatMessage = Static<typeof ChatMessage>["message"] & Message;

/** The position of the event of a message, and what follows from it. */
export interface Position {
  readonly number: number;
  readonly place: number;
  readonly cause: TurnCause;
}

/** Adds a message to the pending turn. Without a debounce time, delivers it as a turn immediately. */
export async function addMessage(
  ctx: Transacting,
  agent: AgentRecord,
  message: ChatMessage,
  { number, place, cause }: Position,
): Promise<void> {
  const { store, now } = ctx;
  const { id: messageId, chatId } = message;
  const { id: agentId } = agent;
  const before = await store.get(pendingTurns, agentId, chatId);
  if (agent.debounceMs === 0 && agent.archivedAt === undefined && !before)
    return openSingle(ctx, agentId, message, { number, place, cause });
  await store.put(pendingMessages, {
    agentId,
    chatId,
    number,
    place,
    cause,
    messageId,
    size: sizeOf(message),
    message,
  });
  const { messages = 0, ...rest } = before ?? { id: ctx.id("turn_"), agentId, chatId, firstAt: now };
  await store.put(pendingTurns, withDueTime({ ...rest, messages: messages + 1, lastAt: now }, agent, now));
  store.add(pendingCounts, 1, agentId, "messages");
  if (!before) store.add(pendingCounts, 1, agentId, "chats");
}

/** Makes a turn of one message. */
export const openSingle = (
  ctx: Transacting,
  agentId: string,
  message: ChatMessage,
  position: Position,
): Promise<void> =>
  openTurn(ctx, {
    id: ctx.id("turn_"),
    agentId,
    chatId: message.chatId,
    messages: [message],
    firstAt: ctx.now,
    lastAt: ctx.now,
    ...position,
  });

/** Applies an update, deletion or restoration to a pending message. */
export async function updatePending({ store }: Transacting, message: ChatMessage, isDeleted: boolean): Promise<void> {
  const place = { by: "byMessage", prefix: [message.chatId, message.id], limit: 1 } as const;
  const [before] = (await store.find(pendingMessages, place)).items;
  if (!before) return;
  const { isDeleted: wasDeleted = false, ...rest } = before;
  await store.put(pendingMessages, { ...rest, message, size: sizeOf(message), ...(isDeleted && { isDeleted }) });
  const change = Number(wasDeleted) - Number(isDeleted);
  const pending = change === 0 ? undefined : await store.get(pendingTurns, before.agentId, before.chatId);
  if (!pending) return;
  await store.put(pendingTurns, { ...pending, messages: pending.messages + change });
  store.add(pendingCounts, change, before.agentId, "messages");
}

const sizeOf = (message: Message): number => Buffer.byteLength(JSON.stringify(message));
