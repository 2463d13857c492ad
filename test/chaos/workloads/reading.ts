import type { Reading } from "../history.ts";
import type { Work } from "./workload.ts";

/** How many messages are read. Long chats are read from one of their last messages. */
const LIMIT = 100;
const LATEST = 60;

/** Reads the end of a chat, sometimes with a position that the answer must have seen. */
export async function readChat(
  { client, history, starts }: Work,
  chatId: string,
  to: number,
  own?: { position: string | undefined; messageId: string },
): Promise<void> {
  const start = starts.get(chatId);
  const { status, body, attempts } = await client.ask(
    "chats.messages.list",
    { chatId, limit: String(LIMIT), fields: "id,sortKey", ...(start && { after: start.sortKey }) },
    { to, position: own?.position },
  );
  if (status !== 200 || !body) return;
  const messages = body.messages as { id: string; sortKey: string }[];
  const isComplete = messages.length < LIMIT;
  const reading: Reading = {
    reader: client.name,
    gateway: attempts.at(-1)?.gateway ?? to,
    chatId,
    after: start?.id,
    messageIds: messages.map(({ id }) => id),
    isComplete,
    ...(own?.position !== undefined && isComplete && { mustContain: own.messageId }),
  };
  history.readings.push(reading);
  const next = messages.at(-LATEST / 2);
  if (messages.length > LATEST && next) starts.set(chatId, next);
}

/** Reads a chat again and again, at any gateway. */
export const readMessages = (work: Work): Promise<void> => {
  const { client, stage, gateways } = work;
  return readChat(work, client.random.pick([...stage.chatIds, stage.ledgerId]), client.random.between(0, gateways - 1));
};
