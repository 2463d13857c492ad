import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { Loaded } from "../../ui/page.tsx";
import { Text } from "../../ui/text.tsx";
import { Time } from "../../ui/time.tsx";

interface TurnMessagesProps {
  readonly messageIds: readonly string[];
  readonly answerId: string | undefined;
  readonly total: number;
}

const PAGE = 10;

/** The messages of a turn in order, and the message that answers them. */
export function TurnMessages({ messageIds, answerId, total }: TurnMessagesProps) {
  const [count, setCount] = useState(PAGE);
  const shown = messageIds.slice(0, count);
  const ids = answerId === undefined ? shown : [...shown, answerId];
  const query = useQuery(
    `messages ${ids.join(" ")}`,
    (client, signal) =>
      Promise.all(
        ids.map(async (messageId) => {
          // A message may be deleted for good, and a key need not have the right to read each chat.
          const found = await client.chats.messages.show({ messageId }, { signal }).catch(() => undefined);
          return { messageId, message: found?.message };
        }),
      ),
    { events: ["chats.message.*"] },
  );
  return (
    <section class="stack">
      <h3>Messages</h3>
      <Loaded query={query}>
        {(messages) => (
          <ol class="stack" aria-label="Messages of the turn">
            {messages.map(({ messageId, message }) => (
              <li
                key={messageId}
                class={messageId === answerId ? "card agent-message is-answer" : "card agent-message"}
              >
                <div class="row small wrap">
                  <strong class="cut" dir="auto">
                    {message?.actorId ?? "Unknown author"}
                  </strong>
                  {messageId === answerId && <span class="badge good">answer</span>}
                  {message && <Time at={message.ingestedAt} />}
                </div>
                {message ? (
                  <Text text={message.content.text ?? ""} />
                ) : (
                  <p class="muted">This message is not available.</p>
                )}
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      {messageIds.length > count && (
        <button type="button" class="button quiet" onClick={() => setCount(count + 50)}>
          Show more of {total.toLocaleString()} messages
        </button>
      )}
    </section>
  );
}
