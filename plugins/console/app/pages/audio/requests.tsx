import type { SpeechRequestDetails } from "@postern/client/api";
import { useState } from "preact/hooks";
import { pathTo } from "../../router.ts";
import { Link } from "../../ui/link.tsx";
import { Empty, Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { durationText } from "./duration-text.ts";
import { useAudio } from "./read.ts";
import { RequestDetails } from "./request-details.tsx";
import { StateBadge } from "./state-badge.tsx";

const PAGE = 50;
const MOST = 500;
const COMMAND = 'postern audio tts --text "The build is green." --execute';

const STATES = ["published", "generating", "ready", "played", "failed", "cancelled"] as const;
type State = (typeof STATES)[number];

/** Requests, newest first, and one of them. */
export function Requests({ opened }: { opened: string | undefined }) {
  const [state, setState] = useState<State | undefined>();
  const [limit, setLimit] = useState(PAGE);
  const query = useAudio(`requests ${state} ${limit}`, (client, signal) =>
    client.audio.requests.list({ limit, ...(state && { status: state }) }, { signal }),
  );
  return (
    <div class={opened === undefined ? "split wide-split audio" : "split wide-split audio has-open"}>
      <div>
        <div class="audio-filter">
          <label class="row">
            State
            <select
              class="input"
              value={state ?? ""}
              onChange={(event) => setState((event.currentTarget.value || undefined) as State | undefined)}
            >
              <option value="">all</option>
              {STATES.map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
        </div>
        <Loaded query={query}>
          {({ requests, nextOffset }) =>
            requests.length === 0 ? (
              state === undefined ? (
                <Empty text="Nothing was spoken yet. Speak a first text:" command={COMMAND} />
              ) : (
                <Empty text={`No requests are ${state}.`} />
              )
            ) : (
              <>
                <ul class="list" aria-label="Requests">
                  {requests.map((request) => (
                    <li key={request.id}>
                      <RequestRow request={request as SpeechRequestDetails} isOpen={request.id === opened} />
                    </li>
                  ))}
                </ul>
                {nextOffset !== undefined && limit < MOST && (
                  <div class="padded">
                    <button type="button" class="button" onClick={() => setLimit(Math.min(MOST, limit + 150))}>
                      Show more
                    </button>
                  </div>
                )}
              </>
            )
          }
        </Loaded>
      </div>
      {opened === undefined ? (
        <Empty text="Choose a request to hear it." />
      ) : (
        <RequestDetails key={opened} id={opened} />
      )}
    </div>
  );
}

function RequestRow({ request, isOpen }: { request: SpeechRequestDetails; isOpen: boolean }) {
  const { id, text, state, createdAt, voice, sound } = request;
  return (
    <Link to={pathTo("audio", "requests", id)} class="item" aria-current={isOpen ? "true" : undefined}>
      <span class="clamp" dir="auto">
        {text}
      </span>
      <span class="row small muted">
        <StateBadge state={state} />
        <span class="grow cut">
          {voice.voiceId || voice.provider}
          {sound?.seconds !== undefined && `, ${durationText(sound.seconds)}`}
        </span>
        <Time at={createdAt} />
      </span>
    </Link>
  );
}
