import type { Choice, Field as Described, Schema } from "../data/catalog.ts";
import { Field, type FieldControl } from "../ui/field.tsx";
import { Prose } from "../ui/prose.tsx";
import { ChoiceInput } from "./choice-input.tsx";
import { ChoiceList } from "./choice-list.tsx";
import { choicesOf, controlOf } from "./control.ts";

interface FieldInputProps {
  readonly field: Described;
  readonly text: string;
  readonly fault: string | undefined;
  readonly onText: (text: string) => void;
}

/** One field of a form, with its description and what is wrong with its value. */
export function FieldInput({ field, text, fault, onText }: FieldInputProps) {
  const { name, schema, isRequired, label, choices, template } = field;
  const control = controlOf(schema);
  if (choices && control === "lines")
    return <ChoiceList field={field} choices={choices} text={text} fault={fault} onText={onText} />;
  const inputOf = (linked: FieldControl) => {
    const common = {
      ...linked,
      name,
      class: "input",
      required: isRequired,
      value: text,
      onInput: (event: { currentTarget: { value: string } }) => onText(event.currentTarget.value),
    };
    if (choices || control === "choice" || control === "yes-no")
      return <ChoiceInput control={common} choices={choices ?? valuesOf(schema)} template={template} onText={onText} />;
    return control === "text" || control === "number" ? (
      <input {...common} type="text" inputMode={control === "number" ? "decimal" : "text"} dir="auto" />
    ) : (
      <textarea {...common} dir={control === "json" ? "ltr" : "auto"} spellcheck={control === "area"} />
    );
  };
  return (
    <Field label={label ?? <code>{name}</code>} isRequired={isRequired} hint={hintOf(schema)} error={fault}>
      {inputOf}
    </Field>
  );
}

function hintOf(schema: Schema) {
  const control = controlOf(schema);
  if (!schema.description && control !== "lines" && control !== "json") return undefined;
  return (
    <>
      <Prose text={schema.description ?? ""} />
      {control === "lines" && " (one value a line)"}
      {control === "json" && " (as JSON)"}
    </>
  );
}

const valuesOf = (schema: Schema): readonly Choice[] =>
  controlOf(schema) === "choice"
    ? choicesOf(schema).map((value) => ({ value }))
    : [
        { value: "true", label: "yes" },
        { value: "false", label: "no" },
      ];
