import type { Context } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import type { NewKey } from "./new-key-dialog.tsx";
import { ScopesInput } from "./scopes-input.tsx";

interface DeriveDialogProps {
  readonly parent: Pick<Context, "id" | "label">;
  readonly onClose: () => void;
  readonly onCreated: (key: NewKey) => void;
}

/** Seconds. */
const EXPIRIES = [
  ["", "With its parent"],
  ["3600", "In 1 hour"],
  ["86400", "In 1 day"],
  ["604800", "In 7 days"],
  ["2592000", "In 30 days"],
  ["7776000", "In 90 days"],
  ["31536000", "In 1 year"],
] as const;

/** Creates a key with some of the rights of another. */
export function DeriveDialog({ parent, onClose, onCreated }: DeriveDialogProps) {
  const { run } = useActions();
  const id = useId();
  const [label, setLabel] = useState("");
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [ttl, setTtl] = useState("");
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function create(): Promise<void> {
    setBusy(true);
    const input = { label: label.trim(), scopes, parent: parent.id, ...(ttl === "" ? {} : { ttl }) };
    try {
      const answer = await run({ operation: "context.derive", input }, { throws: true });
      if (answer === undefined) onClose();
      else onCreated(answer as NewKey);
    } catch (error) {
      setError(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title="New key"
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={id} class="button main" disabled={isBusy || scopes.length === 0}>
            Create
          </button>
        </>
      }
    >
      <form
        id={id}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
        <p class="muted" dir="auto">
          Derived from {parent.label}. It is revoked together with it.
        </p>
        <div class="field">
          <label for={`${id}-label`}>Label</label>
          <input
            id={`${id}-label`}
            class="input"
            dir="auto"
            required
            autofocus
            autocomplete="off"
            value={label}
            onInput={(event) => setLabel(event.currentTarget.value)}
          />
        </div>
        <ScopesInput scopes={scopes} onScopes={setScopes} />
        <div class="field">
          <label for={`${id}-ttl`}>Expires</label>
          <select id={`${id}-ttl`} class="input" value={ttl} onChange={(event) => setTtl(event.currentTarget.value)}>
            {EXPIRIES.map(([seconds, text]) => (
              <option key={seconds} value={seconds}>
                {text}
              </option>
            ))}
          </select>
        </div>
      </form>
      {error !== undefined && <Problem error={error} />}
    </Dialog>
  );
}
