import { useEffect, useRef, useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { Problem } from "../../ui/problem.tsx";
import type { Message } from "./chat.ts";
import { isSendKey } from "./send-key.ts";

interface MessageEditorProps {
  readonly message: Message;
  readonly onChange: (message: Message) => void;
  readonly onClose: () => void;
}

/** Changes the text of a message. It refuses to overwrite a change that somebody else made meanwhile. */
export function MessageEditor({ message, onChange, onClose }: MessageEditorProps) {
  const { run } = useActions();
  const [text, setText] = useState(message.content.text ?? "");
  const [revision] = useState(message.revision);
  const [error, setError] = useState<unknown>();
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => area.current?.focus(), []);

  async function save(): Promise<void> {
    if (text.trim() === "") return;
    const input = { messageId: message.id, content: text, expectedRevision: revision };
    try {
      const answer = await run({ operation: "chats.messages.update", input }, { throws: true });
      if (!answer) return;
      onChange((answer as { message: Message }).message);
      onClose();
    } catch (reason) {
      setError(reason);
    }
  }

  return (
    <div class="stack">
      <textarea
        ref={area}
        class="input chat-box"
        dir="auto"
        aria-label="Text of the message"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (!isSendKey(event)) return;
          event.preventDefault();
          void save();
        }}
      />
      {error !== undefined && <Problem error={error} />}
      <div class="row">
        <button type="button" class="button main" onClick={() => void save()}>
          Save
        </button>
        <button type="button" class="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </div>
  );
}
