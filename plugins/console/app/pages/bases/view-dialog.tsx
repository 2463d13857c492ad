import { useState } from "preact/hooks";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

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
      <TextField label="Name" isRequired autofocus maxLength={200} value={name} onText={setName} />
    </FormDialog>
  );
}
