import { useId } from "preact/hooks";
import type { Choice, Field, Schema } from "../data/catalog.ts";
import { Prose } from "../ui/prose.tsx";
import { ChoiceList } from "./choice-list.tsx";
import { choicesOf, controlOf } from "./control.ts";

interface FieldInputProps {
  readonly field: Field;
  readonly text: string;
  readonly fault: string | undefined;
  readonly onText: (text: string) => void;
}

/** One field of a form, with its description and what is wrong with its value. */
export function FieldInput({ field, text, fault, onText }: FieldInputProps) {
  const { name, schema, isRequired, label, choices } = field;
  const id = useId();
  const control = controlOf(schema);
  if (choices && control === "lines")
    return <ChoiceList field={field} choices={choices} text={text} fault={fault} onText={onText} />;
  const common = {
    id,
    name,
    class: "input",
    required: isRequired,
    "aria-invalid": fault !== undefined,
    "aria-describedby": `${id}-hint ${id}-fault`,
    value: text,
    onInput: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
  };
  return (
    <div class="field">
      <label for={id}>
        {label ?? <code>{name}</code>}
        {isRequired && <span class="muted"> (required)</span>}
      </label>
      {choices || control === "choice" || control === "yes-no" ? (
        <select {...common}>
          <option value="" />
          {(choices ?? valuesOf(schema)).map(({ value, label }) => (
            <option key={value} value={value}>
              {label ?? value}
            </option>
          ))}
        </select>
      ) : control === "text" || control === "number" ? (
        <input {...common} type="text" inputMode={control === "number" ? "decimal" : "text"} dir="auto" />
      ) : (
        <textarea {...common} dir={control === "json" ? "ltr" : "auto"} spellcheck={control === "area"} />
      )}
      <div id={`${id}-hint`} class="hint">
        <Prose text={schema.description ?? ""} />
        {control === "lines" && " (one value a line)"}
        {control === "json" && " (as JSON)"}
      </div>
      <div id={`${id}-fault`} class="fault">
        {fault}
      </div>
    </div>
  );
}

const valuesOf = (schema: Schema): readonly Choice[] =>
  controlOf(schema) === "choice"
    ? choicesOf(schema).map((value) => ({ value }))
    : [
        { value: "true", label: "yes" },
        { value: "false", label: "no" },
      ];
