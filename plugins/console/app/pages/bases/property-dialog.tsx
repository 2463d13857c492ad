import type { Base, Property } from "@postern/client/api";
import { useState } from "preact/hooks";
import { faultsIn } from "../../forms/fields.ts";
import { useActions } from "../../ui/actions.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { configOf, type PropertyDraft, propertyDraft } from "./property-draft.ts";
import { PropertySettings } from "./property-settings.tsx";
import { type PropertyType, TYPES } from "./types.ts";

interface PropertyDialogProps {
  readonly base: Base;
  /** The property to change; absent for a new one. */
  readonly property?: Property;
  readonly onClose: () => void;
}

/** Creates a property, or changes its name, settings or type. A change of type is shown first: it can clear values. */
export function PropertyDialog({ base, property, onClose }: PropertyDialogProps) {
  const { run } = useActions();
  const [draft, setDraft] = useState<PropertyDraft>(() => propertyDraft(property));
  const [error, setError] = useState<unknown>();
  const faults = faultsIn(error);
  const change = (changed: Partial<PropertyDraft>): void => setDraft((before) => ({ ...before, ...changed }));

  async function submit(): Promise<void> {
    const { type, isRequired: required } = draft;
    const fields = { name: draft.name.trim(), description: draft.description.trim(), required };
    const config = configOf(draft, property);
    const isOther = property !== undefined && type !== property.type;
    const before = property && configOf(propertyDraft(property), property);
    const hasConfig = isOther || JSON.stringify(config) !== JSON.stringify(before);
    const version = { expectedSchemaVersion: base.schemaVersion };
    const call = property
      ? {
          operation: "bases.props.update",
          input: {
            base: base.id,
            prop: property.id,
            ...fields,
            ...(isOther && { type }),
            ...(hasConfig && { config }),
            ...version,
          },
        }
      : { operation: "bases.props.create", input: { base: base.id, ...fields, type, config, ...version } };
    setError(undefined);
    try {
      await run(call, { throws: true, showPlan: isOther });
      onClose();
    } catch (reason) {
      setError(reason);
      throw reason;
    }
  }

  return (
    <FormDialog
      title={property ? "Edit the property" : "New property"}
      action={property ? "Save" : "Create"}
      isReady={draft.name.trim() !== ""}
      onSubmit={submit}
      onClose={onClose}
    >
      <div class="pair">
        <TextField
          label="Name"
          error={faults.name}
          isRequired
          autofocus
          maxLength={200}
          value={draft.name}
          onText={(text) => change({ name: text })}
        />
        <Field label="Type" error={faults.type}>
          {(control) => (
            <select
              {...control}
              class="input"
              value={draft.type}
              onChange={(event) => change({ type: event.currentTarget.value as PropertyType, format: "" })}
            >
              {Object.entries(TYPES).map(([type, { label }]) => (
                <option key={type} value={type}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <PropertySettings draft={draft} faults={faults} onDraft={change} />
      <TextField
        label="Description"
        error={faults.description}
        maxLength={2000}
        value={draft.description}
        onText={(text) => change({ description: text })}
      />
      <label class="row">
        <input
          type="checkbox"
          checked={draft.isRequired}
          onInput={(event) => change({ isRequired: event.currentTarget.checked })}
        />
        Every row must have a value
      </label>
    </FormDialog>
  );
}
