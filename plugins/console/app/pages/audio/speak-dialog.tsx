import { useId, useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { useAudio } from "./read.ts";

interface SpeakDialogProps {
  readonly onClose: () => void;
  readonly onPublished: (id: string) => void;
}

/** Publishes a text for speech generation. */
export function SpeakDialog({ onClose, onPublished }: SpeakDialogProps) {
  const { may } = useSession();
  const { run } = useActions();
  const id = useId();
  const [draft, setDraft] = useState({ text: "", voice: "", lang: "", speed: "", agent: "" });
  const [isAutomatic, setAutomatic] = useState(true);
  const voices = useAudio("voices to choose", async (client, signal) =>
    may("audio.voices.list") ? (await client.audio.voices.list({ limit: 500 }, { signal })).voices : [],
  );
  const control = (name: keyof typeof draft) => ({
    id: `${id}-${name}`,
    class: "input",
    value: draft[name],
    onInput: (event: { currentTarget: { value: string } }) => setDraft({ ...draft, [name]: event.currentTarget.value }),
  });

  async function publish(): Promise<void> {
    const { text, ...others } = draft;
    const given = Object.fromEntries(
      Object.entries(others)
        .map(([name, value]) => [name, value.trim()])
        .filter(([, value]) => value !== ""),
    );
    const input = { text, ...given, ...(!isAutomatic && { noAutoplay: true }) };
    const answer = await run({ operation: "audio.tts", input }, { throws: true });
    if (answer !== undefined) onPublished((answer as { request: { id: string } }).request.id);
  }

  return (
    <FormDialog
      title="Speak a text"
      action="Speak"
      isReady={draft.text.trim() !== ""}
      onSubmit={publish}
      onClose={onClose}
    >
      <div class="field">
        <label for={`${id}-text`}>Text</label>
        <textarea {...control("text")} dir="auto" rows={5} required autofocus />
      </div>
      <div class="field">
        <label for={`${id}-voice`}>Voice</label>
        <input {...control("voice")} list={`${id}-voices`} placeholder="default" autocomplete="off" />
        <datalist id={`${id}-voices`}>
          {voices.data?.map(({ id: voice, name, lang }) => (
            <option key={voice} value={voice}>
              {[name, lang].filter(Boolean).join(", ")}
            </option>
          ))}
        </datalist>
      </div>
      <label class="row">
        <input type="checkbox" checked={isAutomatic} onChange={(event) => setAutomatic(event.currentTarget.checked)} />
        Clients play it automatically
      </label>
      <details class="rare">
        <summary>More settings</summary>
        <div class="pair">
          <div class="field">
            <label for={`${id}-lang`}>Language</label>
            <input {...control("lang")} placeholder="en" autocomplete="off" />
          </div>
          <div class="field">
            <label for={`${id}-speed`}>Speed</label>
            <input {...control("speed")} type="number" min="0.25" max="4" step="0.05" placeholder="1" />
          </div>
          <div class="field">
            <label for={`${id}-agent`}>Agent</label>
            <input {...control("agent")} placeholder="whose voice it has" autocomplete="off" />
          </div>
        </div>
      </details>
    </FormDialog>
  );
}
