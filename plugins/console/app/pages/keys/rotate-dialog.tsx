import type { Context } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
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
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function rotate(): Promise<void> {
    setBusy(true);
    try {
      const call = { operation: "context.rotate", input: { id: context.id, grace } };
      const answer = await run(call, { throws: true });
      if (answer === undefined) onClose();
      else onCreated(answer as NewKey);
    } catch (error) {
      setError(error);
      setBusy(false);
    }
  }

  return (
    <Dialog
      title="Rotate the key"
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="button" class="button main" disabled={isBusy} onClick={() => void rotate()}>
            Create the new key
          </button>
        </>
      }
    >
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
      {error !== undefined && <Problem error={error} />}
    </Dialog>
  );
}
