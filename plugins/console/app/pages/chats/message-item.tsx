import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Id } from "../../ui/copy.tsx";
import { Text } from "../../ui/text.tsx";
import { absoluteText, Time } from "../../ui/time.tsx";
import { Avatar } from "./avatar.tsx";
import type { Message } from "./chat.ts";
import { MessageEditor } from "./message-editor.tsx";
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
  const { may } = useSession();
  const { run } = useActions();
  const [isEditing, setEditing] = useState(false);
  const { id: messageId, actorId, content, ingestedAt, updatedAt, state, revision } = message;
  const isOwn = actorId === useOwnActorId();
  const author = useAuthorName()(actorId);
  const isDeleted = state === "deleted";

  async function change(operation: string): Promise<void> {
    const answer = await run({ operation, input: { messageId, expectedRevision: revision } });
    const { message: changed } = (answer ?? {}) as { message?: Message };
    if (changed) onChange(changed);
  }
  const action = (label: string, operation: string, act: () => unknown = () => change(operation)) =>
    isOwn &&
    may(operation) && (
      <button type="button" class="button quiet" onClick={() => void act()}>
        {label}
      </button>
    );

  return (
    <article
      class={isFirst ? "chat-message is-first" : "chat-message"}
      aria-label={isOwn ? "Your message" : `Message of ${author}`}
    >
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
      <div class="chat-tools">
        {!isFirst && <Time at={ingestedAt} />}
        <Id id={messageId} />
        {isDeleted ? (
          action("Restore", "chats.messages.restore")
        ) : (
          <>
            {action("Edit", "chats.messages.update", () => setEditing(true))}
            {action("Delete", "chats.messages.delete")}
          </>
        )}
      </div>
    </article>
  );
}
