import { useState } from "preact/hooks";
import { copyText } from "./copy.tsx";
import { Dialog } from "./dialog.tsx";

interface SecretDialogProps {
  readonly title: string;
  /** What the secret is, such as `key`. */
  readonly name: string;
  /** What it belongs to. */
  readonly owner: string;
  /** Absent from a repeated answer. */
  readonly secret: string | undefined;
  readonly onClose: () => void;
}

/** Shows a new secret once. It is kept nowhere: once the dialog is closed, it cannot be shown again. */
export function SecretDialog({ title, name, owner, secret, onClose }: SecretDialogProps) {
  const [state, setState] = useState<"new" | "copied" | "warned">("new");
  // A click beside the dialog must not lose a secret that nobody has copied.
  const close = (): void => (state === "new" && secret !== undefined ? setState("warned") : onClose());
  return (
    <Dialog
      title={title}
      onClose={close}
      actions={
        <>
          <button type="button" class="button" onClick={close}>
            {state === "warned" ? "Close without copying" : "Close"}
          </button>
          {secret !== undefined && (
            <button
              type="button"
              class="button main"
              onClick={async () => {
                if (await copyText(secret)) setState("copied");
              }}
            >
              {state === "copied" ? "Copied" : `Copy the ${name}`}
            </button>
          )}
        </>
      }
    >
      <p class="words" dir="auto">
        {owner}
      </p>
      {secret === undefined ? (
        <p>The {name} was shown in an earlier response. Rotate it to get another.</p>
      ) : (
        <>
          <output class="secret" aria-label={name.charAt(0).toUpperCase() + name.slice(1)}>
            {secret}
          </output>
          <p class={state === "warned" ? "secret-warning" : "muted"} aria-live="polite">
            {state === "warned"
              ? `The ${name} has not been copied. It cannot be shown again.`
              : `Copy the ${name} now. It is shown only once.`}
          </p>
        </>
      )}
    </Dialog>
  );
}
