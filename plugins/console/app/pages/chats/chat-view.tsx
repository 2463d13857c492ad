import { useQuery } from "../../data/query.ts";
import { Loaded } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ChatHeader } from "./chat-header.tsx";
import { Composer } from "./composer.tsx";
import { DraftList } from "./draft-list.tsx";
import type { ReadingList } from "./lists.ts";
import { useMessages } from "./messages.ts";
import { Timeline } from "./timeline.tsx";
import { TurnState } from "./turn-state.tsx";

interface ChatViewProps {
  readonly chatId: string;
  /** The list from which the chat was opened. */
  readonly list: string;
  readonly lists: readonly ReadingList[];
  readonly onRead: () => void;
}

/** A chat: who takes part, its messages, and a box to write one. */
export function ChatView({ chatId, list, lists, onRead }: ChatViewProps) {
  const query = useQuery(`chat ${chatId}`, async (client) => (await client.chats.show({ chatId })).chat, {
    events: ["chats.chat.*"],
    concerns: ({ data }) => (data as { chat?: { id: string } }).chat?.id === chatId,
  });
  const { timeline, error, reload, loadOlder, apply } = useMessages(chatId);
  return (
    <div class="chat-view">
      <Loaded query={query}>
        {(chat) => (
          <>
            <ChatHeader chat={chat} list={list} lists={lists} onRead={onRead} onChange={query.reload} />
            {error !== undefined && <Problem error={error} onRetry={reload} />}
            <Timeline timeline={timeline} agentId={chat.agentId} onOlder={loadOlder} onChange={apply}>
              <DraftList chatId={chatId} />
            </Timeline>
            {chat.agentId !== undefined && <TurnState chatId={chatId} agentId={chat.agentId} />}
            <Composer chat={chat} onSent={apply} />
          </>
        )}
      </Loaded>
    </div>
  );
}
