import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { type ChatDetails, titleOf } from "./chat.ts";
import type { ReadingList } from "./lists.ts";

interface ChatHeaderProps {
  readonly chat: ChatDetails;
  readonly lists: readonly ReadingList[];
  readonly onRead: () => void;
  readonly onChange: () => void;
}

/** The title of a chat, what is known about it, and what can be done with it. */
export function ChatHeader({ chat, lists, onRead, onChange }: ChatHeaderProps) {
  const { may } = useSession();
  const { run } = useActions();
  const [isBusy, setBusy] = useState(false);
  const { id: chatId, kind, channel, agentId, tags, archivedAt } = chat;
  const archiving = archivedAt === undefined ? "chats.archive" : "chats.unarchive";
  const unreadLists = lists.filter(({ members }) => members.some((one) => one.chat.id === chatId && one.unread > 0));

  async function act(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    await work();
    setBusy(false);
  }

  return (
    <header class="chat-header">
      <div class="grow">
        <h2 class="cut" dir="auto" title={titleOf(chat)}>
          {titleOf(chat)}
        </h2>
        <div class="row wrap small muted">
          {archivedAt !== undefined && <Badge text="archived" tone="warn" />}
          <span>{channel === undefined ? kind : `${kind} on ${channel}`}</span>
          {agentId !== undefined && (
            <span>
              answered by <Id id={agentId} />
            </span>
          )}
          {tags.map((tag) => (
            <Badge key={tag} text={tag} />
          ))}
          <Id id={chatId} />
        </div>
      </div>
      {unreadLists.length > 0 && may("chats.lists.read") && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() =>
            act(async () => {
              for (const { id } of unreadLists)
                await run({ operation: "chats.lists.read", input: { list: id, chatId } });
              onRead();
            })
          }
        >
          Mark as read
        </button>
      )}
      {may(archiving) && (
        <button
          type="button"
          class="button"
          disabled={isBusy}
          onClick={() =>
            act(async () => {
              if (await run({ operation: archiving, input: { chatId } })) onChange();
            })
          }
        >
          {archivedAt === undefined ? "Archive" : "Unarchive"}
        </button>
      )}
    </header>
  );
}
