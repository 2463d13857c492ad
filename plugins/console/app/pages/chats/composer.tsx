import { actorName } from "@postern/client/actor-names";
import { useRef, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Problem } from "../../ui/problem.tsx";
import { type ChatDetails, type Message, titleOf } from "./chat.ts";
import { useOwnActorId } from "./people.ts";
import { isSendKey } from "./send-key.ts";

/** Texts that were not sent, by chat, so that another chat can be read meanwhile. */
const unsent = new Map<string, string>();

interface ComposerProps {
  readonly chat: ChatDetails;
  readonly onSent: (message: Message) => void;
}

/** Sends messages. The text stays until its message exists, and trying again does not send it twice. */
export function Composer({ chat, onSent }: ComposerProps) {
  const { may } = useSession();
  const { run } = useActions();
  const actorId = useOwnActorId();
  const [text, setText] = useState(unsent.get(chat.id) ?? "");
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const attempt = useRef({ content: "", clientMessageId: "" });

  if (chat.archivedAt !== undefined)
    return <p class="chat-closed muted">This chat is archived and accepts no messages.</p>;
  if (!may("chats.messages.create")) return <p class="chat-closed muted">Your key may not send messages.</p>;

  function write(written: string): void {
    unsent.set(chat.id, written);
    setText(written);
  }

  async function send(): Promise<void> {
    if (isBusy || text.trim() === "") return;
    // The gateway refuses the same id with other content, so a text that was changed is another message.
    if (attempt.current.content !== text) attempt.current = { content: text, clientMessageId: newId() };
    const { clientMessageId } = attempt.current;
    setBusy(true);
    setError(undefined);
    try {
      const input = { chatId: chat.id, actorId, clientMessageId, content: text };
      const answer = await run({ operation: "chats.messages.create", input }, { throws: true });
      if (!answer) return;
      attempt.current = { content: "", clientMessageId: "" };
      write("");
      onSent((answer as { message: Message }).message);
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
      box.current?.focus();
    }
  }

  return (
    <form
      class="chat-composer"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {error !== undefined && <Problem error={error} />}
      <div class="chat-writing">
        <textarea
          ref={box}
          class="chat-box"
          dir="auto"
          rows={1}
          readOnly={isBusy}
          aria-label={`Message to ${titleOf(chat)}`}
          placeholder={`Message to ${titleOf(chat)}`}
          value={text}
          onInput={(event) => write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSendKey(event)) return;
            event.preventDefault();
            void send();
          }}
        />
        <button type="submit" class="button main" disabled={isBusy || text.trim() === ""}>
          Send
        </button>
      </div>
      <p class="small muted">
        As <bdi>{actorName(actorId)}</bdi>. Enter sends, Shift and Enter begin a new line.
      </p>
    </form>
  );
}

/** `crypto.randomUUID` is missing on pages that are served over HTTP from another machine. */
const newId = (): string =>
  `console.${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
