import type { SpeechRequestDetails, SpeechSound } from "@postern/client/api";
import { useEffect, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { bytesText } from "../../ui/bytes.ts";
import { Problem } from "../../ui/problem.tsx";
import { durationText } from "./duration-text.ts";
import { usePlayback } from "./use-playback.ts";

/** Larger sounds are only read when the person asks for it. */
const LARGE = 8 * 2 ** 20;

interface PlayerProps {
  readonly request: SpeechRequestDetails;
  readonly sound: SpeechSound;
}

/**
 * Plays the sound of a request. An audio element cannot send the key, so the sound is read as a whole; then it can be
 * played from any position.
 */
export function Player({ request, sound: { bytes, seconds, type } }: PlayerProps) {
  const { id } = request;
  const { onPlay, onEnded } = usePlayback(request);
  const session = useSession();
  const [isWanted, setWanted] = useState(bytes <= LARGE);
  const [url, setUrl] = useState<string | undefined>();
  const [error, setError] = useState<unknown>();

  useEffect(() => {
    if (!isWanted) return;
    const stop = new AbortController();
    let made: string | undefined;
    async function read(): Promise<void> {
      const path = `/api/v1/audio/requests/${encodeURIComponent(id)}/audio` as const;
      const response = await session.client.request(path, { signal: stop.signal });
      const content = await response.blob();
      if (stop.signal.aborted) return;
      made = URL.createObjectURL(content);
      setUrl(made);
      setError(undefined);
    }
    read().catch((reason: unknown) => {
      if (stop.signal.aborted) return;
      session.failed(reason);
      setError(reason);
    });
    return () => {
      stop.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
    // Another sound of the same request has another size or type.
  }, [session, id, isWanted, bytes, type]);

  if (error !== undefined) return <Problem error={error} />;
  if (!isWanted)
    return (
      <div>
        <button type="button" class="button" onClick={() => setWanted(true)}>
          Load the sound, {bytesText(bytes)}
        </button>
      </div>
    );
  if (url === undefined) return <p class="muted">Loading the sound…</p>;
  const length = seconds === undefined ? "" : `, ${durationText(seconds)}`;
  return (
    // biome-ignore lint/a11y/useMediaCaption: the text of the sound is beside it
    <audio
      class="audio-player"
      controls
      src={url}
      aria-label={`Sound of the request${length}`}
      onPlay={onPlay}
      onEnded={() => void onEnded()}
    />
  );
}
