import { type Static, T, type Transacting } from "@postern/core";
import { type AgentRecord, gathered, gatherings, waiting } from "../collections.ts";
import { turnReady } from "../events.ts";
import type { Message } from "../schemas.ts";
import { timed } from "./rule.ts";

const Id = T.String({ minLength: 1, maxLength: 1_000 });

/** The required fields of a message. All other fields are passed on unchanged. */
export const Heard = T.Object({
  message: T.Object({ id: Id, chatId: Id, actorId: T.String(), agentId: T.Optional(Id) }),
});
export type Heard = Static<typeof Heard>["message"] & Message;

/** Adds a message to the pending turn. Without a debounce time, delivers it as a turn immediately. */
export async function gather(
  { store, now, emit }: Transacting,
  agent: AgentRecord,
  message: Heard,
  { number, place }: { number: number; place: number },
): Promise<void> {
  const { id: messageId, chatId } = message;
  const { id: agentId } = agent;
  const before = await store.get(gatherings, agentId, chatId);
  if (agent.debounceMs === 0 && agent.archivedAt === undefined && !before) {
    emit(turnReady, { agentId, chatId, messages: [message] });
    return;
  }
  await store.put(gathered, { agentId, chatId, number, place, messageId, size: sizeOf(message), message });
  const { messages = 0, ...rest } = before ?? { agentId, chatId, firstAt: now };
  await store.put(gatherings, timed({ ...rest, messages: messages + 1, lastAt: now }, agent, now));
  store.add(waiting, 1, agentId, "messages");
  if (!before) store.add(waiting, 1, agentId, "chats");
}

/** Applies an update, deletion or restoration to a pending message. */
export async function revise({ store }: Transacting, message: Heard, isDeleted: boolean): Promise<void> {
  const place = { by: "byMessage", prefix: [message.chatId, message.id], limit: 1 } as const;
  const [before] = (await store.find(gathered, place)).items;
  if (!before) return;
  const { isDeleted: wasDeleted = false, ...rest } = before;
  await store.put(gathered, { ...rest, message, size: sizeOf(message), ...(isDeleted && { isDeleted }) });
  const change = Number(wasDeleted) - Number(isDeleted);
  const gathering = change === 0 ? undefined : await store.get(gatherings, before.agentId, before.chatId);
  if (!gathering) return;
  await store.put(gatherings, { ...gathering, messages: gathering.messages + change });
  store.add(waiting, change, before.agentId, "messages");
}

const sizeOf = (message: Message): number => Buffer.byteLength(JSON.stringify(message));
