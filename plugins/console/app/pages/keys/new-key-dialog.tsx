import type { Context } from "@postern/client/api";
import { useState } from "preact/hooks";
import { copyText } from "../../ui/copy.tsx";
import { Dialog } from "../../ui/dialog.tsx";

/** A key that was just created. The key itself is absent from a repeated answer. */
export interface NewKey {
  readonly context: Context;
  readonly key?: string;
}

/** Shows a new key once. It is kept nowhere: once the dialog is closed, it cannot be shown again. */
export function NewKeyDialog({ created: { context, key }, onClose }: { created: NewKey; onClose: () => void }) {
  const [state, setState] = useState<"new" | "copied" | "warned">("new");
  // A click beside the dialog must not lose a key that nobody has copied.
  const close = (): void => (state === "new" && key !== undefined ? setState("warned") : onClose());
  return (
    <Dialog
      title="New key"
      onClose={close}
      actions={
        <>
          <button type="button" class="button" onClick={close}>
            {state === "warned" ? "Close without copying" : "Close"}
          </button>
          {key !== undefined && (
            <button
              type="button"
              class="button main"
              onClick={async () => {
                if (await copyText(key)) setState("copied");
              }}
            >
              {state === "copied" ? "Copied" : "Copy the key"}
            </button>
          )}
        </>
      }
    >
      <p class="words" dir="auto">
        {context.label}
      </p>
      {key === undefined ? (
        <p>The key was shown in an earlier response. Rotate it to get another one.</p>
      ) : (
        <>
          <output class="secret" aria-label="Key">
            {key}
          </output>
          <p class={state === "warned" ? "secret-warning" : "muted"} aria-live="polite">
            {state === "warned"
              ? "The key has not been copied. It cannot be shown again."
              : "Copy the key now. It is shown only once."}
          </p>
        </>
      )}
    </Dialog>
  );
}
