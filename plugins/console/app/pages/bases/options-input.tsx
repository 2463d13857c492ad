import { useId } from "preact/hooks";

/** An option as it is edited. One with an id keeps it, and so the rows that have it. */
export interface OptionDraft {
  readonly id?: string;
  readonly name: string;
  readonly color?: string;
  readonly group?: string;
  readonly archived?: boolean;
}

const COLORS = ["gray", "blue", "green", "yellow", "red"];
const GROUPS = ["todo", "doing", "done"];

interface OptionsInputProps {
  readonly options: readonly OptionDraft[];
  readonly hasGroups: boolean;
  readonly onOptions: (options: readonly OptionDraft[]) => void;
}

/** The options of a property, in their order. */
export function OptionsInput({ options, hasGroups, onOptions }: OptionsInputProps) {
  const id = useId();
  const change = (at: number, changed: Partial<OptionDraft>): void =>
    onOptions(options.map((option, index) => (index === at ? { ...option, ...changed } : option)));
  return (
    <fieldset class="bases-option-list" aria-label="Options">
      <span class="label">Options</span>
      {options.map((option, at) => (
        <div key={at} class="row wrap">
          <input
            id={`${id}-${at}`}
            class="input grow"
            dir="auto"
            aria-label={`Option ${at + 1}`}
            maxLength={200}
            value={option.name}
            onInput={(event) => change(at, { name: event.currentTarget.value })}
          />
          <select
            class="input bases-short"
            aria-label={`Colour of option ${at + 1}`}
            value={option.color ?? "gray"}
            onChange={(event) => change(at, { color: event.currentTarget.value })}
          >
            {[...new Set([...COLORS, option.color ?? "gray"])].map((color) => (
              <option key={color}>{color}</option>
            ))}
          </select>
          {hasGroups && (
            <select
              class="input bases-short"
              aria-label={`Group of option ${at + 1}`}
              value={option.group ?? ""}
              onChange={(event) => change(at, { group: event.currentTarget.value })}
            >
              <option value="">no group</option>
              {[...new Set([...GROUPS, option.group ?? ""])].filter(Boolean).map((group) => (
                <option key={group}>{group}</option>
              ))}
            </select>
          )}
          {option.id !== undefined && (
            <label class="row small">
              <input
                type="checkbox"
                checked={option.archived ?? false}
                onInput={(event) => change(at, { archived: event.currentTarget.checked })}
              />
              Archived
            </label>
          )}
          <button
            type="button"
            class="button quiet icon"
            aria-label={`Remove option ${at + 1}`}
            onClick={() => onOptions(options.filter((_, index) => index !== at))}
          >
            ✕
          </button>
        </div>
      ))}
      <div>
        <button type="button" class="button" onClick={() => onOptions([...options, { name: "" }])}>
          Add an option
        </button>
      </div>
    </fieldset>
  );
}
