import { useState } from "preact/hooks";
import { Text } from "../../ui/text.tsx";
import { absoluteText, Time } from "../../ui/time.tsx";
import { Avatar } from "./avatar.tsx";
import type { Message } from "./chat.ts";
import { MessageEditor } from "./message-editor.tsx";
import { MessageTools } from "./message-tools.tsx";
import { useAuthorName, useOwnActorId } from "./people.ts";

interface MessageItemProps {
  readonly message: Message;
  /** Whether the agent of the chat wrote it. */
  readonly isAgent: boolean;
  /** Whether it begins a group of messages of one author. */
  readonly isFirst: boolean;
  readonly onChange: (message: Message) => void;
}

/** A message with its author, and what its author can do with it. */
export function MessageItem({ message, isAgent, isFirst, onChange }: MessageItemProps) {
  const [isEditing, setEditing] = useState(false);
  const { actorId, content, ingestedAt, updatedAt, state } = message;
  const isOwn = actorId === useOwnActorId();
  const author = useAuthorName()(actorId);
  const isDeleted = state === "deleted";

  const name = isOwn ? "Your message" : `Message of ${author}`;

  return (
    <article class={isFirst ? "chat-message is-first" : "chat-message"} aria-label={name}>
      {isFirst && <Avatar actorId={actorId} tone={isOwn ? "own" : isAgent ? "agent" : "other"} />}
      <div class="chat-words">
        {isFirst && (
          <div class="row">
            <span class="chat-author cut" dir="auto" title={actorId}>
              {author}
            </span>
            <span class="small">
              <Time at={ingestedAt} />
            </span>
          </div>
        )}
        {isEditing ? (
          <MessageEditor message={message} onChange={onChange} onClose={() => setEditing(false)} />
        ) : isDeleted ? (
          <p class="muted chat-deleted">Deleted message</p>
        ) : (
          <Text text={content.text ?? ""} />
        )}
        {state === "updated" && (
          <span class="small muted" title={absoluteText(updatedAt)}>
            edited
          </span>
        )}
      </div>
      <MessageTools
        message={message}
        name={name}
        isOwn={isOwn}
        hasTime={!isFirst}
        onEdit={() => setEditing(true)}
        onChange={onChange}
      />
    </article>
  );
}
