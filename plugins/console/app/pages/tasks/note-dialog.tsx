import { useId, useState } from "preact/hooks";
import { Dialog } from "../../ui/dialog.tsx";
import type { Movable, Step } from "./steps.ts";

interface NoteDialogProps {
  readonly task: Movable;
  readonly step: Step;
  readonly onClose: () => void;
  readonly onText: (text: string) => void;
}

/** Asks why a task is blocked or failed, or what came out of it. */
export function NoteDialog({ task, step, onClose, onText }: NoteDialogProps) {
  const [text, setText] = useState("");
  const id = useId();
  const isRequired = step.note?.isRequired ?? false;
  return (
    <Dialog
      title={step.label}
      onClose={onClose}
      actions={
        <>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" form={id} class="button main">
            {step.label}
          </button>
        </>
      }
    >
      <p class="words muted" dir="auto">
        {task.title}
      </p>
      <form
        id={id}
        class="field"
        onSubmit={(event) => {
          event.preventDefault();
          onText(text.trim());
        }}
      >
        <label for={`${id}-note`}>
          {step.note?.label} {!isRequired && <span class="muted">(optional)</span>}
        </label>
        <textarea
          id={`${id}-note`}
          class="input"
          dir="auto"
          required={isRequired}
          autofocus
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) event.currentTarget.form?.requestSubmit();
          }}
        />
      </form>
    </Dialog>
  );
}
