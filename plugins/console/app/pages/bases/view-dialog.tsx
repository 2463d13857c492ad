import { useState } from "preact/hooks";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

interface ViewDialogProps {
  readonly title: string;
  readonly action: string;
  /** The name at first. */
  readonly name: string;
  readonly onSubmit: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for the name of a view. */
export function ViewDialog({ title, action, name: first, onSubmit, onClose }: ViewDialogProps) {
  const [name, setName] = useState(first);
  return (
    <FormDialog
      title={title}
      action={action}
      isReady={name.trim() !== ""}
      onSubmit={() => onSubmit(name.trim())}
      onClose={onClose}
    >
      <Field label="Name">
        {(control) => (
          <input
            {...control}
            class="input"
            dir="auto"
            required
            autofocus
            maxLength={200}
            autocomplete="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
