import type { SpeechRequestDetails } from "@postern/client/api";
import { bytesText } from "../../ui/bytes.ts";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Time } from "../../ui/time.tsx";

/** What is known of a request, without its text. */
export function RequestFacts({ request }: { request: SpeechRequestDetails }) {
  const { id, voice, agentId, target, playback, sound, createdAt, readyAt, playedAt, playedBy, textLength } = request;
  return (
    <Facts>
      <Fact name="Provider">{voice.provider}</Fact>
      {voice.voiceId !== "" && <Fact name="Voice">{voice.voiceId}</Fact>}
      {voice.lang !== "" && <Fact name="Language">{voice.lang}</Fact>}
      {sound && (
        <Fact name="Sound">
          {sound.type}, {bytesText(sound.bytes)}
        </Fact>
      )}
      <Fact name="Length">{textLength.toLocaleString()} characters</Fact>
      {agentId !== undefined && (
        <Fact name="Agent">
          <Id id={agentId} />
        </Fact>
      )}
      {target.canonicalChatId !== "" && (
        <Fact name="Chat">
          <Id id={target.canonicalChatId} />
        </Fact>
      )}
      <Fact name="Clients">
        {playback.autoplay ? "play it automatically" : "play it when a user starts it"}
        {playback.clientId !== "" && `, only ${playback.clientId}`}
      </Fact>
      <Fact name="Published">
        <Time at={createdAt} />
      </Fact>
      {readyAt !== undefined && (
        <Fact name="Ready">
          <Time at={readyAt} />
        </Fact>
      )}
      {playedAt !== undefined && (
        <Fact name="Played">
          <Time at={playedAt} /> {playedBy !== undefined && `by ${playedBy}`}
        </Fact>
      )}
      <Fact name="Id">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}
