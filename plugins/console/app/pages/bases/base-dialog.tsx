import type { Base } from "@postern/client/api";
import { useId, useState } from "preact/hooks";
import { faultsIn } from "../../forms/fields.ts";
import { useActions } from "../../ui/actions.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";

const ZONES = Intl.supportedValuesOf("timeZone");

interface BaseDialogProps {
  /** The base to change; absent for a new one. */
  readonly base?: Base;
  readonly onClose: () => void;
  readonly onDone: (base: Base) => void;
}

/** Creates a base, or changes what is known of it. */
export function BaseDialog({ base, onClose, onDone }: BaseDialogProps) {
  const { run } = useActions();
  const [name, setName] = useState(base?.name ?? "");
  const [description, setDescription] = useState(base?.description ?? "");
  const [icon, setIcon] = useState(base?.icon ?? "");
  const [slug, setSlug] = useState(base?.slug ?? "");
  const [timezone, setTimezone] = useState(base?.timezone ?? "");
  const [error, setError] = useState<unknown>();
  const faults = faultsIn(error);
  const zones = useId();

  async function submit(): Promise<void> {
    const fields = {
      name: name.trim(),
      description: description.trim(),
      icon: icon.trim(),
      ...(slug.trim() !== (base?.slug ?? "") && { slug: slug.trim() }),
      ...(timezone.trim() !== (base?.timezone ?? "") && { timezone: timezone.trim() }),
    };
    const call = base
      ? { operation: "bases.update", input: { base: base.id, ...fields } }
      : {
          operation: "bases.create",
          // A grid without a column has nothing to fill in.
          input: { ...fields, props: [{ name: "Name", type: "text" }] },
        };
    setError(undefined);
    try {
      const answer = await run(call, { throws: true });
      if (answer === undefined) onClose();
      else onDone((answer as { base: Base }).base);
    } catch (reason) {
      setError(reason);
      throw reason;
    }
  }

  return (
    <FormDialog
      title={base ? "Edit the base" : "New base"}
      action={base ? "Save" : "Create"}
      isReady={name.trim() !== ""}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" isRequired autofocus maxLength={200} value={name} onText={setName} />
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
      <TextField label="Icon" maxLength={64} placeholder="An emoji" value={icon} onText={setIcon} />
      <details class="rare" open={error !== undefined}>
        <summary>More settings</summary>
        <div class="stack">
          <TextField
            label="Slug"
            hint={
              base
                ? "Its name in commands. The old name no longer works."
                : "Its name in commands. By default, it is made from the name."
            }
            error={faults.slug}
            maxLength={63}
            spellcheck={false}
            value={slug}
            onText={setSlug}
          />
          <Field label="Time zone" hint="Such as Europe/Berlin. Empty for UTC." error={faults.timezone}>
            {(control) => (
              <>
                <input
                  {...control}
                  class="input"
                  list={zones}
                  autocomplete="off"
                  spellcheck={false}
                  value={timezone}
                  onInput={(event) => setTimezone(event.currentTarget.value)}
                />
                <datalist id={zones}>
                  {ZONES.map((zone) => (
                    <option key={zone} value={zone} />
                  ))}
                </datalist>
              </>
            )}
          </Field>
        </div>
      </details>
    </FormDialog>
  );
}
