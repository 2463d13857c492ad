import { Link } from "../../ui/link.tsx";
import { Time } from "../../ui/time.tsx";
import { pathOf } from "./address.ts";
import { type Chat, type Message, titleOf } from "./chat.ts";
import { useAuthorName } from "./people.ts";
import { Unread } from "./unread.tsx";

interface ChatItemProps {
  readonly chat: Chat;
  readonly last: Message | undefined;
  /** When something last happened in it, in Unix milliseconds. */
  readonly at: number;
  readonly unread: number;
  readonly list: string;
  readonly isOpened: boolean;
}

/** How much of a message can be seen in a list, in characters. */
const PREVIEW = 120;

/** A chat in the list: its title and the beginning of its last message. */
export function ChatItem({ chat, last, at, unread, list, isOpened }: ChatItemProps) {
  const authorName = useAuthorName();
  return (
    <Link to={pathOf(list, chat.id)} class={unread > 0 ? "item is-unread" : "item"} aria-current={isOpened}>
      <div class="row">
        <span class="grow cut chat-title" dir="auto">
          {titleOf(chat)}
        </span>
        <span class="small">
          <Time at={at} />
        </span>
      </div>
      <div class="row small muted">
        <span class="grow cut" dir="auto">
          {last ? `${authorName(last.actorId)}: ${textOf(last)}` : "No messages"}
        </span>
        <Unread count={unread} />
      </div>
    </Link>
  );
}

const textOf = ({ content, state }: Message): string =>
  state === "deleted" ? "Deleted message" : (content.text ?? "").slice(0, PREVIEW);
