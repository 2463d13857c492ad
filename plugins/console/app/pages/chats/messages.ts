import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { type Message, messageIn } from "./chat.ts";

const PAGE = 50;
/** How many messages stay in the page while new ones arrive. */
const MOST = 500;

interface Timeline {
  /** In the order in which the gateway received them. */
  readonly messages: readonly Message[];
  readonly hasOlder: boolean;
}

/** The newest messages of a chat, and older ones on request. Events are applied as they arrive. */
export function useMessages(chatId: string) {
  const session = useSession();
  const [timeline, setTimeline] = useState<Timeline>();
  const [error, setError] = useState<unknown>();
  const isLoadingOlder = useRef(false);
  const known = useRef(timeline);
  known.current = timeline;

  const read = useCallback(
    async (limit: number, before?: string): Promise<Timeline> => {
      const range = before === undefined ? {} : { before };
      const answer = await session.client.chats.messages.list({ chatId, order: "desc", limit, ...range });
      return { messages: answer.messages as Message[], hasOlder: answer.nextOffset !== undefined };
    },
    [session, chatId],
  );

  const failed = useCallback(
    (reason: unknown) => {
      session.failed(reason);
      setError(reason);
    },
    [session],
  );

  const reload = useCallback(() => {
    setError(undefined);
    const limit = Math.min(Math.max(PAGE, known.current?.messages.length ?? 0), MOST);
    read(limit).then(
      // What arrived meanwhile is newer than the answer.
      ({ messages, hasOlder }) =>
        setTimeline((now) => ({
          messages: merged(
            messages,
            now?.messages.filter(({ sortKey }) => sortKey > (messages[0]?.sortKey ?? "")) ?? [],
          ),
          hasOlder,
        })),
      failed,
    );
  }, [read, failed]);

  useEffect(reload, [reload]);

  useEffect(
    () =>
      session.live.listen((event) => {
        if (event.type === "connected" || event.type === "gap") return reload();
        const message = messageIn(event as { type: string });
        if (message?.chatId === chatId) setTimeline((now) => withMessage(now, message));
      }),
    [session, chatId, reload],
  );

  const loadOlder = useCallback(async () => {
    const first = known.current?.messages[0];
    if (!first || !known.current?.hasOlder || isLoadingOlder.current) return;
    isLoadingOlder.current = true;
    try {
      const { messages, hasOlder } = await read(PAGE, first.sortKey);
      setTimeline((now) => ({ messages: merged(now?.messages ?? [], messages), hasOlder }));
    } catch (reason) {
      failed(reason);
    } finally {
      isLoadingOlder.current = false;
    }
  }, [read, failed]);

  /** Shows the answer of a command before its event arrives, or without events. */
  const apply = (message: Message): void => setTimeline((now) => withMessage(now, message));
  return { timeline, error, reload, loadOlder, apply };
}

function withMessage(now: Timeline | undefined, message: Message): Timeline {
  if (!now) return { messages: [message], hasOlder: false };
  const [first] = now.messages;
  // A change of a message that is not shown yet is read together with it.
  if (first && now.hasOlder && message.sortKey < first.sortKey) return now;
  const messages = merged(now.messages, [message]);
  return messages.length > MOST + PAGE && message === messages.at(-1)
    ? { messages: messages.slice(-MOST), hasOlder: true }
    : { ...now, messages };
}

/** Each message once, with its latest revision. */
function merged(some: readonly Message[], others: readonly Message[]): readonly Message[] {
  const all = new Map<string, Message>();
  for (const message of [...some, ...others]) {
    const other = all.get(message.id);
    if (!other || other.revision <= message.revision) all.set(message.id, message);
  }
  return [...all.values()].sort((one, other) => (one.sortKey < other.sortKey ? -1 : 1));
}
