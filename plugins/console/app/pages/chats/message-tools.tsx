import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { copyText } from "../../ui/copy.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Time } from "../../ui/time.tsx";
import { notify } from "../../ui/toasts.tsx";
import type { Message } from "./chat.ts";

interface MessageToolsProps {
  readonly message: Message;
  /** How the message is called, for screen readers. */
  readonly name: string;
  readonly isOwn: boolean;
  /** Whether the time is shown here, because the author is not shown above the message. */
  readonly hasTime: boolean;
  readonly onEdit: () => void;
  readonly onChange: (message: Message) => void;
}

/** What can be done with a message: buttons where the mouse is, and a menu that touch and the keyboard reach too. */
export function MessageTools({ message, name, isOwn, hasTime, onEdit, onChange }: MessageToolsProps) {
  const { may } = useSession();
  const { run } = useActions();
  const { id: messageId, content, ingestedAt, state, revision } = message;

  async function change(operation: string): Promise<void> {
    const answer = await run({ operation, input: { messageId, expectedRevision: revision } });
    const { message: changed } = (answer ?? {}) as { message?: Message };
    if (changed) onChange(changed);
  }
  const changeBy = (label: string, operation: string, onChoose: () => unknown = () => change(operation)) =>
    isOwn && may(operation) ? [{ label, onChoose: () => void onChoose() }] : [];
  const copied = (label: string, text: string) => ({
    label,
    onChoose: () => void copyText(text).then((isDone) => isDone && notify({ text: "Copied" })),
  });
  const changes =
    state === "deleted"
      ? changeBy("Restore", "chats.messages.restore")
      : [...changeBy("Edit", "chats.messages.update", onEdit), ...changeBy("Delete", "chats.messages.delete")];

  return (
    <div class="chat-tools">
      {hasTime && <Time at={ingestedAt} />}
      {changes.map(({ label, onChoose }) => (
        <button key={label} type="button" class="button quiet" onClick={onChoose}>
          {label}
        </button>
      ))}
      <Menu
        label={`Actions for: ${name}`}
        items={[
          ...changes,
          ...(content.text === undefined ? [] : [copied("Copy text", content.text)]),
          copied("Copy id", messageId),
        ]}
      />
    </div>
  );
}
