import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Link } from "../../ui/link.tsx";
import { Menu } from "../../ui/menu.tsx";
import { pathOf } from "./address.ts";
import { type ChatDetails, kindText, titleOf } from "./chat.ts";
import { ChatDetailsDialog } from "./chat-details-dialog.tsx";
import type { ReadingList } from "./lists.ts";
import { useReader } from "./people.ts";

interface ChatHeaderProps {
  readonly chat: ChatDetails;
  /** The list from which the chat was opened. */
  readonly list: string;
  readonly lists: readonly ReadingList[];
  readonly onRead: () => void;
  readonly onChange: () => void;
}

/** The title of a chat, what is known about it, and what can be done with it. Narrow windows have one line and a menu. */
export function ChatHeader({ chat, list, lists, onRead, onChange }: ChatHeaderProps) {
  const { may } = useSession();
  const { run } = useActions();
  const reader = useReader();
  const [isBusy, setBusy] = useState(false);
  const [isDetailed, setDetailed] = useState(false);
  const { id: chatId, agentId, tags, archivedAt } = chat;
  const archiving = archivedAt === undefined ? "chats.archive" : "chats.unarchive";
  const unreadLists = lists.filter(({ members }) => members.some((one) => one.chat.id === chatId && one.unread > 0));

  async function act(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    await work();
    setBusy(false);
  }
  async function markAsRead(): Promise<void> {
    for (const { id } of unreadLists)
      await run({ operation: "chats.lists.read", input: { list: id, chatId, ...reader } });
    onRead();
  }
  async function archive(): Promise<void> {
    if (await run({ operation: archiving, input: { chatId } })) onChange();
  }
  const actions = [
    ...(unreadLists.length > 0 && may("chats.lists.read") ? [{ label: "Mark as read", work: markAsRead }] : []),
    ...(may(archiving) ? [{ label: archivedAt === undefined ? "Archive" : "Unarchive", work: archive }] : []),
  ];

  return (
    <header class="chat-header">
      <Link to={pathOf(list)} class="button quiet icon chat-back" aria-label="All chats">
        ←
      </Link>
      <div class="grow">
        <h2 class="cut" dir="auto" title={titleOf(chat)}>
          {titleOf(chat)}
        </h2>
        <div class="row wrap small muted chat-about">
          {archivedAt !== undefined && <Badge text="archived" tone="warn" />}
          <span>{kindText(chat)}</span>
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
      {actions.map(({ label, work }) => (
        <button key={label} type="button" class="button chat-wide" disabled={isBusy} onClick={() => act(work)}>
          {label}
        </button>
      ))}
      <div class="chat-menu">
        <Menu
          label="Actions for this chat"
          items={[
            ...actions.map(({ label, work }) => ({ label, onChoose: () => void act(work) })),
            { label: "Details", onChoose: () => setDetailed(true) },
          ]}
        />
      </div>
      {isDetailed && <ChatDetailsDialog chat={chat} onClose={() => setDetailed(false)} />}
    </header>
  );
}
