import type { SpeechWorker } from "@postern/client/api";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Command } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { useAudio } from "./read.ts";

const CONNECT = "postern credentials connections create --provider voiceprovider --connection voice --secret-file -";

/** The workers that generate sounds, one for each provider. */
export function Workers() {
  const query = useAudio(
    "workers",
    async (client, signal) => (await client.audio.workers.list({}, { signal })).workers,
  );
  return (
    <div class="padded narrow">
      <Loaded query={query}>
        {(workers) => (
          <ul class="stack" aria-label="Workers">
            {workers.map((worker) => (
              <li key={worker.provider} class="card stack">
                <Worker worker={worker as SpeechWorker} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function Worker({ worker }: { worker: SpeechWorker }) {
  const { may } = useSession();
  const { run } = useActions();
  const { provider, state, engine, host, connection, reason, stoppedAt, waiting } = worker;
  return (
    <>
      <div class="row">
        <h2>{provider}</h2>
        <Badge text={state} />
        <span class="grow" />
        {state === "stopped" && stoppedAt !== undefined && may("audio.workers.resume") && (
          <button
            type="button"
            class="button"
            onClick={() => void run({ operation: "audio.workers.resume", input: { provider } }, { done: "Resumed" })}
          >
            Resume
          </button>
        )}
      </div>
      {reason !== undefined && (
        <p class="words" dir="auto">
          {reason}
        </p>
      )}
      <Facts>
        {engine !== undefined && <Fact name="Engine">{engine}</Fact>}
        {host !== undefined && <Fact name="Host">{host}</Fact>}
        {connection !== undefined && <Fact name="Connection">{connection}</Fact>}
        <Fact name="Waiting">{waiting.toLocaleString()} requests</Fact>
        {stoppedAt !== undefined && (
          <Fact name="Stopped">
            <Time at={stoppedAt} />
          </Fact>
        )}
      </Facts>
      {provider === "voiceprovider" && state === "stopped" && connection === undefined && <Command text={CONNECT} />}
    </>
  );
}
