import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import { Dialog } from "./dialog.tsx";
import { Problem } from "./problem.tsx";

interface FormDialogProps {
  readonly title: string;
  /** The text of the button that submits. */
  readonly action: string;
  /** Whether what was entered is enough (default: yes). */
  readonly isReady?: boolean;
  /** Does what was asked for, and closes the dialog. What it throws is shown, and what was entered is kept. */
  readonly onSubmit: () => Promise<void>;
  readonly onClose: () => void;
  /** The fields. */
  readonly children: ComponentChildren;
}

/** A dialog with a form, which is submitted once at a time. */
export function FormDialog({ title, action, isReady = true, onSubmit, onClose, children }: FormDialogProps) {
  const id = useId();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  async function submit(): Promise<void> {
    setBusy(true);
    setError(undefined);
    try {
      await onSubmit();
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={id} class="button main" disabled={isBusy || !isReady}>
            {action}
          </button>
        </>
      }
    >
      <form
        id={id}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy && isReady) void submit();
        }}
      >
        {children}
      </form>
      {error !== undefined && <Problem error={error} />}
    </Dialog>
  );
}
