import type { Context } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
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

  async function create(): Promise<void> {
    const input = { label: label.trim(), scopes, parent: parent.id, ...(ttl === "" ? {} : { ttl }) };
    const answer = await run({ operation: "context.derive", input }, { throws: true });
    if (answer === undefined) onClose();
    else onCreated(answer as NewKey);
  }

  return (
    <FormDialog title="New key" action="Create" isReady={scopes.length > 0} onSubmit={create} onClose={onClose}>
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
    </FormDialog>
  );
}
