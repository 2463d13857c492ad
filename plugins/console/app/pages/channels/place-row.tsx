import type { ChannelPlace } from "@postern/client/api";
import { pathTo } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Time } from "../../ui/time.tsx";

/** A conversation on a platform, with its chat. */
export function PlaceRow({ place: shown, isWide = false }: { place: ChannelPlace; isWide?: boolean }) {
  const { may } = useSession();
  const { run } = useActions();
  const { adapter, place, kind, title, chatId, openedAt } = shown;
  return (
    <div class={isWide ? "channel-place is-wide" : "channel-place"}>
      <div class="channel-place-name">
        {chatId === undefined ? (
          <span class="cut" dir="auto">
            {title ?? place}
          </span>
        ) : (
          <Link to={pathTo("chats", chatId)} class="cut">
            <span dir="auto">{title ?? place}</span>
          </Link>
        )}
        <span class="row small muted">
          {isWide && <span class="fixed">{adapter}</span>}
          <span class="fixed">{kind}</span>
          <code class="cut">{place}</code>
        </span>
      </div>
      <span class="small fixed">
        <Time at={openedAt} />
      </span>
      <Badge text={chatId === undefined ? "closed" : "open"} />
      {chatId !== undefined && may("channels.places.close") && (
        <button
          type="button"
          class="button quiet"
          aria-label={`Close ${title ?? place}`}
          onClick={() => void run({ operation: "channels.places.close", input: { chatId } }, { showPlan: true })}
        >
          Close
        </button>
      )}
      {chatId === undefined && may("channels.places.open") && (
        <button
          type="button"
          class="button quiet"
          aria-label={`Open ${title ?? place}`}
          onClick={() =>
            void run({ operation: "channels.places.open", input: { adapter, place, kind } }, { done: "Opened" })
          }
        >
          Open
        </button>
      )}
    </div>
  );
}
