import type { Choice, Field } from "../data/catalog.ts";
import { FieldGroup } from "../ui/field.tsx";
import { Prose } from "../ui/prose.tsx";

interface ChoiceListProps {
  readonly field: Field;
  readonly choices: readonly Choice[];
  /** The chosen values, one a line. */
  readonly text: string;
  readonly fault: string | undefined;
  readonly onText: (text: string) => void;
}

/** A field for several of the known values. Values that are no longer known can be removed. */
export function ChoiceList({ field, choices, text, fault, onText }: ChoiceListProps) {
  const chosen = text.split("\n").filter((line) => line !== "");
  const unknown = chosen.filter((value) => !choices.some((choice) => choice.value === value));
  const all: readonly Choice[] = [...choices, ...unknown.map((value) => ({ value }))];
  const set = (value: string, isChosen: boolean): void =>
    onText((isChosen ? [...chosen, value] : chosen.filter((other) => other !== value)).join("\n"));
  return (
    <FieldGroup
      label={field.label ?? <code>{field.name}</code>}
      isRequired={field.isRequired}
      hint={field.schema.description ? <Prose text={field.schema.description} /> : undefined}
      error={fault}
    >
      <div class="choice-list">
        {all.map(({ value, label }) => (
          <label key={value} class="row">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={(event) => set(value, event.currentTarget.checked)}
            />
            <span class="words" dir="auto">
              {label ?? value}
            </span>
          </label>
        ))}
        {all.length === 0 && <span class="muted">None yet.</span>}
      </div>
    </FieldGroup>
  );
}
