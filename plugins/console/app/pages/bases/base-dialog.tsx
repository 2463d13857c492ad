import type { Base } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

interface BaseDialogProps {
  /** The base to change; absent for a new one. */
  readonly base?: Base;
  readonly onClose: () => void;
  readonly onDone: (base: Base) => void;
}

/** Creates a base, or changes its name, description and icon. */
export function BaseDialog({ base, onClose, onDone }: BaseDialogProps) {
  const { run } = useActions();
  const [name, setName] = useState(base?.name ?? "");
  const [description, setDescription] = useState(base?.description ?? "");
  const [icon, setIcon] = useState(base?.icon ?? "");

  async function submit(): Promise<void> {
    const fields = { name: name.trim(), description: description.trim(), icon: icon.trim() };
    const call = base
      ? { operation: "bases.update", input: { base: base.id, ...fields } }
      : {
          operation: "bases.create",
          // A grid without a column has nothing to fill in.
          input: { ...fields, props: [{ name: "Name", type: "text" }] },
        };
    const answer = await run(call, { throws: true });
    if (answer === undefined) onClose();
    else onDone((answer as { base: Base }).base);
  }

  return (
    <FormDialog
      title={base ? "Edit the base" : "New base"}
      action={base ? "Save" : "Create"}
      isReady={name.trim() !== ""}
      onSubmit={submit}
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
      <Field label="Description">
        {(control) => (
          <textarea
            {...control}
            class="input"
            dir="auto"
            maxLength={2000}
            value={description}
            onInput={(event) => setDescription(event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Icon">
        {(control) => (
          <input
            {...control}
            class="input"
            maxLength={64}
            autocomplete="off"
            placeholder="An emoji"
            value={icon}
            onInput={(event) => setIcon(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}
