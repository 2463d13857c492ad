import { useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Link } from "../../ui/link.tsx";
import { Page } from "../../ui/page.tsx";
import { Requests } from "./requests.tsx";
import { SpeakDialog } from "./speak-dialog.tsx";
import { Voices } from "./voices.tsx";
import { Workers } from "./workers.tsx";
import "./audio.css";

const TABS = [
  { path: "requests", label: "Requests", needs: "audio.requests.list" },
  { path: "voices", label: "Voices", needs: "audio.voices.list" },
  { path: "workers", label: "Workers", needs: "audio.workers.list" },
] as const;

/** Texts that are spoken: `audio/requests/speech_…`, and who speaks them. */
export function AudioPage() {
  const { may } = useSession();
  const [, part = "requests", opened] = place.value.parts;
  const [isSpeaking, setSpeaking] = useState(false);
  const tabs = TABS.filter(({ needs }) => may(needs));
  const tab = tabs.find(({ path }) => path === part)?.path ?? "requests";
  return (
    <Page
      title="Audio"
      isFlush
      actions={
        <>
          <nav class="tabs grow" aria-label="Parts of audio">
            {tabs.map(({ path, label }) => (
              <Link key={path} to={pathTo("audio", path)} aria-current={path === tab ? "page" : undefined}>
                {label}
              </Link>
            ))}
          </nav>
          {may("audio.tts") && (
            <button type="button" class="button main" onClick={() => setSpeaking(true)}>
              Speak a text
            </button>
          )}
        </>
      }
    >
      {tab === "requests" && <Requests opened={opened} />}
      {tab === "voices" && <Voices />}
      {tab === "workers" && <Workers />}
      {isSpeaking && (
        <SpeakDialog
          onClose={() => setSpeaking(false)}
          onPublished={(id) => {
            setSpeaking(false);
            go(pathTo("audio", "requests", id));
          }}
        />
      )}
    </Page>
  );
}
