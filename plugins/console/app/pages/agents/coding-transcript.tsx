import { useRef, useState } from "preact/hooks";
import { Empty } from "../../ui/page.tsx";
import { Problem } from "../../ui/problem.tsx";
import { CodingMessageItem } from "./coding-message.tsx";
import { useTranscript } from "./transcript.ts";

/** How near to the end counts as there, in pixels. */
const NEAR = 120;

/** What happens in a session, oldest first. It stays at the end while messages arrive. */
export function CodingTranscript({ sessionId }: { sessionId: string }) {
  const { transcript, error, reload, loadOlder } = useTranscript(sessionId);
  const frame = useRef<HTMLElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  return (
    <div class="coding-frame">
      <section
        ref={frame}
        class="coding-scroll"
        role="log"
        aria-label="Transcript"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        // The order of the frame is reversed, so its scroll position is 0 at the end and negative above.
        onScroll={({ currentTarget }) => setAtEnd(currentTarget.scrollTop > -NEAR)}
      >
        <div class="coding-messages">
          {error !== undefined && <Problem error={error} onRetry={reload} />}
          {transcript?.hasOlder && (
            <button type="button" class="button quiet" onClick={() => void loadOlder()}>
              Older messages
            </button>
          )}
          {!transcript && error === undefined && <p class="muted">Loading…</p>}
          {transcript?.messages.length === 0 && <Empty text="Nothing has happened yet. Send the first prompt." />}
          {transcript?.messages.map((message) => (
            <CodingMessageItem key={message.number} message={message} />
          ))}
        </div>
      </section>
      {!isAtEnd && (
        <button type="button" class="button coding-latest" onClick={() => frame.current?.scrollTo({ top: 0 })}>
          Latest messages ↓
        </button>
      )}
    </div>
  );
}
