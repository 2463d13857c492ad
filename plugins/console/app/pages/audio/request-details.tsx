import type { SpeechRequestDetails } from "@postern/client/api";
import { go } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { BackLink } from "../../ui/list-page.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Text } from "../../ui/text.tsx";
import { Player } from "./player.tsx";
import { useAudio } from "./read.ts";
import { RequestFacts } from "./request-facts.tsx";
import { StateBadge } from "./state-badge.tsx";

const BACK = "audio/requests";

/** One request: its text, its sound, and what can be done with it. */
export function RequestDetails({ id }: { id: string }) {
  const query = useAudio(`request ${id}`, async (client, signal) => {
    const { request } = await client.audio.requests.show({ id }, { signal });
    return request as SpeechRequestDetails;
  });
  return (
    <section class="stack padded" aria-label="Request">
      <BackLink to={BACK}>← All requests</BackLink>
      <Loaded query={query}>
        {(request) => (
          <>
            <div class="row wrap">
              <h2>Request</h2>
              <StateBadge state={request.state} />
            </div>
            <Commands request={request} />
            <blockquote class="audio-text">
              <Text text={request.text} />
            </blockquote>
            {request.error && (
              <p class="problem words" dir="auto">
                {request.error.message}
              </p>
            )}
            {request.sound && <Player request={request} sound={request.sound} />}
            <RequestFacts request={request} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function Commands({ request: { id, state, error } }: { request: SpeechRequestDetails }) {
  const { may } = useSession();
  const { run } = useActions();
  const canCancel = state === "published" || state === "generating" || state === "ready";
  const canRetry = state === "failed" || state === "cancelled" || state === "played" || (error && !isUnderWay(state));

  async function remove(): Promise<void> {
    if (await run({ operation: "audio.requests.remove", input: { id } }, { done: "Removed" })) go(BACK);
  }

  return (
    <div class="row wrap">
      {canRetry && may("audio.requests.retry") && (
        <button
          type="button"
          class="button"
          onClick={() => void run({ operation: "audio.requests.retry", input: { id } }, { done: "Retried" })}
        >
          Retry
        </button>
      )}
      {canCancel && may("audio.requests.cancel") && (
        <button
          type="button"
          class="button"
          onClick={() => void run({ operation: "audio.requests.cancel", input: { id } }, { done: "Cancelled" })}
        >
          Cancel
        </button>
      )}
      {may("audio.requests.remove") && (
        <button type="button" class="button danger" onClick={() => void remove()}>
          Remove
        </button>
      )}
    </div>
  );
}

const isUnderWay = (state: SpeechRequestDetails["state"]): boolean => state === "generating" || state === "ready";
