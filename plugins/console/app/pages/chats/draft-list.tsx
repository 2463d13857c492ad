import { actorName } from "@postern/client/actor-names";
import { Avatar } from "./avatar.tsx";
import { useDrafts } from "./drafts.ts";
import { useOwnActorId } from "./people.ts";

/** How much of a draft is shown, from its end, in characters. */
const SHOWN = 2_000;

/** What others are writing at the moment. */
export function DraftList({ chatId }: { chatId: string }) {
  const own = useOwnActorId();
  const drafts = [...useDrafts(chatId)].filter(([actorId]) => actorId !== own);
  return (
    <>
      {drafts.map(([actorId, { text }]) => (
        // Screen readers are not interrupted by each word: they read the message when it is there.
        <div key={actorId} class="chat-message is-first chat-draft" aria-live="off">
          <Avatar actorId={actorId} tone="agent" />
          <div class="chat-words">
            <div class="row">
              <span class="chat-author cut" dir="auto">
                {actorName(actorId)}
              </span>
              <span class="small muted">is writing…</span>
            </div>
            <div class="words muted" dir="auto">
              {text.length > SHOWN ? `…${text.slice(-SHOWN)}` : text}
            </div>
          </div>
        </div>
      ))}
    </>
  );
}
