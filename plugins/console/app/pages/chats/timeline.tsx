import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { Empty } from "../../ui/page.tsx";
import type { Message } from "./chat.ts";
import { MessageItem } from "./message-item.tsx";

interface TimelineProps {
  readonly timeline: { readonly messages: readonly Message[]; readonly hasOlder: boolean } | undefined;
  readonly agentId: string | undefined;
  readonly onOlder: () => Promise<void>;
  /** A message was changed by this person. */
  readonly onChange: (message: Message) => void;
  /** What follows the messages. */
  readonly children: ComponentChildren;
}

/** Messages of one author within this time are shown as one group, in milliseconds. */
const GROUP_MS = 5 * 60_000;
/** How near to an end of the messages counts as there, in pixels. */
const NEAR = 160;

const dayOf = new Intl.DateTimeFormat(undefined, { dateStyle: "full" });

/** The messages, oldest first. It shows the newest ones, and stays there while new ones arrive. */
export function Timeline({ timeline, agentId, onOlder, onChange, children }: TimelineProps) {
  const frame = useRef<HTMLElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  const messages = timeline?.messages ?? [];
  return (
    <div class="chat-frame">
      <section
        ref={frame}
        class="chat-timeline"
        role="log"
        aria-label="Messages"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          // The order of the frame is reversed, so its scroll position is 0 at the end and negative above.
          const { scrollTop, scrollHeight, clientHeight } = currentTarget;
          setAtEnd(scrollTop > -NEAR);
          if (scrollHeight - clientHeight + scrollTop < NEAR) void onOlder();
        }}
      >
        <div class="chat-messages">
          {timeline?.hasOlder && (
            <div class="chat-older">
              <button type="button" class="button quiet" onClick={() => void onOlder()}>
                Older messages
              </button>
            </div>
          )}
          {timeline === undefined && <p class="muted padded">Loading…</p>}
          {timeline && messages.length === 0 && <Empty text="There are no messages yet. Write the first one." />}
          {messages.map((message, at) => {
            const before = messages[at - 1];
            const day = dayOf.format(message.ingestedAt);
            const isNewDay = !before || dayOf.format(before.ingestedAt) !== day;
            return (
              <div key={message.id}>
                {isNewDay && <div class="chat-day">{day}</div>}
                <MessageItem
                  message={message}
                  isAgent={message.actorId === agentId}
                  isFirst={isNewDay || !isContinued(before, message)}
                  onChange={onChange}
                />
              </div>
            );
          })}
          {children}
        </div>
      </section>
      {!isAtEnd && (
        <button type="button" class="button chat-latest" onClick={() => frame.current?.scrollTo({ top: 0 })}>
          Latest messages ↓
        </button>
      )}
    </div>
  );
}

const isContinued = (before: Message | undefined, { actorId, ingestedAt }: Message): boolean =>
  before?.actorId === actorId && ingestedAt - before.ingestedAt < GROUP_MS;
