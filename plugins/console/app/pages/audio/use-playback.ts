import type { SpeechRequestDetails } from "@postern/client/api";
import { useRef, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";

const KEY = "postern-audio-client";

/** The console of this browser, as a client that plays sounds. */
function clientId(): string {
  const name = localStorage.getItem(KEY) ?? `console-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(36)}`;
  localStorage.setItem(KEY, name);
  return name;
}

/** Claims a request when its sound begins, so that no other client plays it, and reports that it was played to the end. */
export function usePlayback({ id, state, playback }: SpeechRequestDetails) {
  const { may } = useSession();
  const { run } = useActions();
  const claim = useRef<Promise<boolean> | undefined>(undefined);
  const [name] = useState(clientId);
  const mine = { id, clientId: name };
  const canReport =
    state === "ready" &&
    (playback.clientId === "" || playback.clientId === name) &&
    may("audio.requests.claim", "audio.requests.ack");

  return {
    onPlay(): void {
      if (!canReport) return;
      // A request that another client claimed can be heard here too, but that client reports it.
      claim.current = run({ operation: "audio.requests.claim", input: mine }, { throws: true }).then(
        () => true,
        () => false,
      );
    },
    async onEnded(): Promise<void> {
      if (!canReport || !(await claim.current)) return;
      await run({ operation: "audio.requests.ack", input: { ...mine, state: "played" } });
    },
  };
}
