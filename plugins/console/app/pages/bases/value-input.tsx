import type { Property } from "@postern/client/api";
import type { Ref } from "preact";
import { type Entry, editorOf, optionsOf } from "./values.ts";

export interface ValueInputProps {
  readonly property: Property;
  readonly entry: Entry;
  readonly onEntry: (entry: Entry) => void;
  /** The value before, which can have an option that is archived. */
  readonly value?: unknown;
  readonly id?: string;
  readonly label?: string | undefined;
  readonly "aria-describedby"?: string;
  readonly inputRef?: Ref<HTMLElement>;
  readonly isDisabled?: boolean;
}

/** An input for values of one type. */
export function ValueInput(props: ValueInputProps) {
  const { property, entry, onEntry, value, id, label, inputRef, isDisabled } = props;
  const describer = props["aria-describedby"];
  const editor = editorOf(property);
  const text = typeof entry === "string" ? entry : "";
  const common = {
    id,
    "aria-describedby": describer,
    "aria-label": label,
    disabled: isDisabled,
    onInput: (event: { currentTarget: { value: string } }) => onEntry(event.currentTarget.value),
  };
  switch (editor) {
    case "checkbox":
      return (
        <input
          {...common}
          ref={inputRef as Ref<HTMLInputElement>}
          type="checkbox"
          checked={text === "true"}
          onInput={(event) => onEntry(event.currentTarget.checked ? "true" : "false")}
        />
      );
    case "choice":
      return (
        <select {...common} ref={inputRef as Ref<HTMLSelectElement>} class="input" value={text}>
          <option value="" />
          {optionsOf(property, value).map(({ name }) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      );
    case "choices":
      return (
        <fieldset id={id} class="bases-choices" aria-label={label} aria-describedby={describer}>
          {optionsOf(property, value).map(({ name }, at) => (
            <label key={name} class="row">
              <input
                ref={at === 0 ? (inputRef as Ref<HTMLInputElement>) : undefined}
                type="checkbox"
                disabled={isDisabled}
                checked={entry.includes(name)}
                onInput={(event) => {
                  const others = [...entry].filter((one) => one !== name);
                  onEntry(event.currentTarget.checked ? [...others, name] : others);
                }}
              />
              <span class="words" dir="auto">
                {name}
              </span>
            </label>
          ))}
        </fieldset>
      );
    case "area":
      return (
        <textarea
          {...common}
          ref={inputRef as Ref<HTMLTextAreaElement>}
          class="input"
          dir="auto"
          rows={1}
          value={text}
        />
      );
    case "date":
    case "time":
      return (
        <input
          {...common}
          ref={inputRef as Ref<HTMLInputElement>}
          class="input"
          type={editor === "date" ? "date" : "datetime-local"}
          value={text}
        />
      );
    default:
      return (
        <input
          {...common}
          ref={inputRef as Ref<HTMLInputElement>}
          class="input"
          type="text"
          inputMode={editor === "number" ? "decimal" : "text"}
          dir="auto"
          autocomplete="off"
          value={text}
        />
      );
  }
}
