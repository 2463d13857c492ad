import type { Context } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import type { NewKey } from "./new-key-dialog.tsx";

interface RotateDialogProps {
  readonly context: Context;
  readonly onClose: () => void;
  readonly onCreated: (key: NewKey) => void;
}

/** Seconds. */
const GRACES = [
  ["0", "Immediately"],
  ["3600", "After 1 hour"],
  ["86400", "After 1 day"],
  ["604800", "After 7 days"],
] as const;

/** Replaces a key by a new one with the same rights. */
export function RotateDialog({ context, onClose, onCreated }: RotateDialogProps) {
  const { run } = useActions();
  const id = useId();
  const [grace, setGrace] = useState("0");

  async function rotate(): Promise<void> {
    const answer = await run({ operation: "context.rotate", input: { id: context.id, grace } }, { throws: true });
    if (answer === undefined) onClose();
    else onCreated(answer as NewKey);
  }

  return (
    <FormDialog title="Rotate the key" action="Create the new key" onSubmit={rotate} onClose={onClose}>
      <p class="words" dir="auto">
        {context.label}
      </p>
      <div class="field">
        <label for={id}>The old key stops working</label>
        <select id={id} class="input" value={grace} onChange={(event) => setGrace(event.currentTarget.value)}>
          {GRACES.map(([seconds, text]) => (
            <option key={seconds} value={seconds}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </FormDialog>
  );
}
