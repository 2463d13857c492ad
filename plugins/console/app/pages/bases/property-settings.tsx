import { Field } from "../../ui/field.tsx";
import { OptionsInput } from "./options-input.tsx";
import type { PropertyDraft } from "./property-draft.ts";
import { hasOptions } from "./types.ts";

interface PropertySettingsProps {
  readonly draft: PropertyDraft;
  readonly onDraft: (changed: Partial<PropertyDraft>) => void;
}

const NUMBERS = [
  ["", "Plain"],
  ["currency", "Currency"],
  ["percent", "Percent"],
] as const;
const DATES = [
  ["", "2026-11-21"],
  ["eu", "21.11.2026"],
  ["us", "11/21/2026"],
] as const;
const OUTPUTS = [
  ["text", "Text"],
  ["number", "Number"],
  ["checkbox", "Checkbox"],
  ["date", "Date"],
] as const;

/** The settings that the type of a property has. */
export function PropertySettings({ draft, onDraft }: PropertySettingsProps) {
  const { type } = draft;
  if (hasOptions(type))
    return (
      <OptionsInput
        options={draft.options}
        hasGroups={type === "status"}
        onOptions={(options) => onDraft({ options })}
      />
    );
  if (type === "number")
    return (
      <div class="pair">
        <Choice name="format" label="Format" choices={NUMBERS} draft={draft} onDraft={onDraft} />
        {draft.format === "currency" && (
          <Line name="currency" label="Currency" hint="Such as EUR" draft={draft} onDraft={onDraft} />
        )}
        <Line name="precision" label="Decimals" hint="0 to 10; empty for any" draft={draft} onDraft={onDraft} />
      </div>
    );
  if (type === "date")
    return (
      <>
        <Choice name="format" label="Format" choices={DATES} draft={draft} onDraft={onDraft} />
        <label class="row">
          <input
            type="checkbox"
            checked={draft.hasTime}
            onInput={(event) => onDraft({ hasTime: event.currentTarget.checked })}
          />
          With the time of day
        </label>
      </>
    );
  if (type === "agent")
    return (
      <>
        <div class="pair">
          <Line name="agent" label="Agent" hint="Id of the agent that fills it in" draft={draft} onDraft={onDraft} />
          <Choice name="output" label="Type of the value" choices={OUTPUTS} draft={draft} onDraft={onDraft} />
        </div>
        <Line name="instructions" label="Instructions" draft={draft} onDraft={onDraft} />
      </>
    );
  if (type === "approval")
    return (
      <Line name="approvers" label="Approvers" hint="Such as user:ann, role:admin" draft={draft} onDraft={onDraft} />
    );
  return null;
}

interface SettingProps extends PropertySettingsProps {
  readonly name: "format" | "currency" | "precision" | "agent" | "instructions" | "output" | "approvers";
  readonly label: string;
}

function Line({ name, label, hint, draft, onDraft }: SettingProps & { readonly hint?: string }) {
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <input
          {...control}
          class="input"
          dir="auto"
          autocomplete="off"
          value={draft[name]}
          onInput={(event) => onDraft({ [name]: event.currentTarget.value })}
        />
      )}
    </Field>
  );
}

function Choice({
  name,
  label,
  choices,
  draft,
  onDraft,
}: SettingProps & { readonly choices: readonly (readonly [string, string])[] }) {
  return (
    <Field label={label}>
      {(control) => (
        <select
          {...control}
          class="input"
          value={draft[name]}
          onChange={(event) => onDraft({ [name]: event.currentTarget.value })}
        >
          {choices.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
