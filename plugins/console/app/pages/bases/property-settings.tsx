import { Field } from "../../ui/field.tsx";
import { OptionsInput } from "./options-input.tsx";
import type { PropertyDraft } from "./property-draft.ts";
import { hasOptions } from "./types.ts";

interface PropertySettingsProps {
  readonly draft: PropertyDraft;
  /** What the gateway refused, by field. */
  readonly faults: Readonly<Record<string, string>>;
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
export function PropertySettings(props: PropertySettingsProps) {
  const { draft, onDraft } = props;
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
        <Choice name="format" label="Format" choices={NUMBERS} {...props} />
        {draft.format === "currency" && <Line name="currency" label="Currency" hint="Such as EUR" {...props} />}
        <Line name="precision" label="Decimals" hint="0 to 10; empty for any" {...props} />
      </div>
    );
  if (type === "date")
    return (
      <>
        <Choice name="format" label="Format" choices={DATES} {...props} />
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
          <Line name="agent" label="Agent" hint="Id of the agent that fills it in" {...props} />
          <Choice name="output" label="Type of the value" choices={OUTPUTS} {...props} />
        </div>
        <Line name="instructions" label="Instructions" isLong {...props} />
      </>
    );
  if (type === "approval")
    return <Line name="approvers" label="Approvers" hint="Such as user:ann, role:admin" {...props} />;
  return null;
}

interface SettingProps extends PropertySettingsProps {
  readonly name: "format" | "currency" | "precision" | "agent" | "instructions" | "output" | "approvers";
  readonly label: string;
}

interface LineProps extends SettingProps {
  readonly hint?: string;
  /** Whether it usually has several lines. */
  readonly isLong?: boolean;
}

function Line({ name, label, hint, isLong = false, draft, faults, onDraft }: LineProps) {
  return (
    <Field label={label} hint={hint} error={faults[`config/${name}`]}>
      {(control) => {
        const common = {
          ...control,
          class: "input",
          dir: "auto" as const,
          value: draft[name],
          onInput: (event: { currentTarget: { value: string } }) => onDraft({ [name]: event.currentTarget.value }),
        };
        return isLong ? <textarea {...common} /> : <input {...common} autocomplete="off" />;
      }}
    </Field>
  );
}

function Choice({
  name,
  label,
  choices,
  draft,
  faults,
  onDraft,
}: SettingProps & { readonly choices: readonly (readonly [string, string])[] }) {
  return (
    <Field label={label} error={faults[`config/${name}`]}>
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
