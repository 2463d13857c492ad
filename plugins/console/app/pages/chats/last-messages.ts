import { PosternError } from "@postern/client";
import { useEffect, useRef, useState } from "preact/hooks";
import { type Session, useSession } from "../../session/session.ts";
import { type ChatDetails, type Message, messageIn } from "./chat.ts";

type LastMessages = ReadonlyMap<string, Message>;

/** The most calls in one request. */
const BATCH = 100;

/** The last message of each chat, without which the list is still usable: read once, then kept up to date by events. */
export function useLastMessages(chatIds: readonly string[]): LastMessages {
  const session = useSession();
  const [found, setFound] = useState<LastMessages>(new Map());
  const requested = useRef(new Set<string>());

  useEffect(() => {
    const missing = chatIds.filter((id) => !requested.current.has(id));
    for (const id of missing) requested.current.add(id);
    for (let at = 0; at < missing.length; at += BATCH)
      read(session, missing.slice(at, at + BATCH)).then(
        (messages) => setFound((before) => merged(before, messages)),
        session.failed,
      );
  }, [session, chatIds]);

  useEffect(
    () =>
      session.live.listen((event) => {
        const message = messageIn(event as { type: string });
        if (message) setFound((before) => merged(before, [message]));
      }),
    [session],
  );
  return found;
}

/** Reads many chats in one request, or one by one at a gateway without batches. */
async function read({ client }: Session, chatIds: readonly string[]): Promise<readonly Message[]> {
  const calls = chatIds.map((chatId) => JSON.stringify({ id: chatId, operation: "chats.show", input: { chatId } }));
  try {
    const response = await client.request("/api/v1/batch", {
      headers: { "content-type": "application/x-ndjson" },
      body: `${calls.join("\n")}\n`,
    });
    const answers = (await response.text()).split("\n").filter((line) => line !== "");
    return answers.flatMap(
      (line) => (JSON.parse(line) as { body: { chat?: ChatDetails } }).body.chat?.lastMessage ?? [],
    );
  } catch (error) {
    if (!(error instanceof PosternError && error.status === 404)) throw error;
  }
  const messages: Message[] = [];
  for (const chatId of chatIds) {
    const { chat } = await client.chats.show({ chatId });
    if (chat.lastMessage) messages.push(chat.lastMessage);
  }
  return messages;
}

/** An event can arrive before an older answer, and a change of an older message is not activity. */
function merged(before: LastMessages, messages: readonly Message[]): LastMessages {
  const newer = messages.filter((message) => {
    const known = before.get(message.chatId);
    return !known || known.sortKey < message.sortKey || (known.id === message.id && known.revision < message.revision);
  });
  return newer.length === 0 ? before : new Map([...before, ...newer.map((one) => [one.chatId, one] as const)]);
}
