import type { Field } from "../data/catalog.ts";
import { FieldInput } from "./field-input.tsx";
import { type Form, faultsIn } from "./fields.ts";

interface FieldInputsProps {
  readonly fields: readonly Field[];
  readonly form: Form;
  /** What the gateway answered to what was entered. */
  readonly error: unknown;
}

/** The fields of a form, each with what is wrong with it. */
export function FieldInputs({ fields, form, error }: FieldInputsProps) {
  const refused = faultsIn(error);
  return (
    <>
      {fields.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          text={form.texts[field.name] ?? ""}
          fault={form.faults[field.name] ?? refused[field.name]}
          onText={(text) => form.set(field.name, text)}
        />
      ))}
    </>
  );
}
