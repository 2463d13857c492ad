import { Field } from "../../ui/field.tsx";
import { ValueInput, type ValueInputProps } from "./value-input.tsx";
import { editorOf } from "./values.ts";

interface ValueFieldProps extends Omit<ValueInputProps, "id" | "label" | "inputRef"> {
  /** Whether it is marked as required. */
  readonly isMarked?: boolean;
}

/** An input for the value of a property, with the name of the property. */
export function ValueField({ isMarked = false, ...input }: ValueFieldProps) {
  const { property } = input;
  return (
    <Field
      label={<span dir="auto">{property.name}</span>}
      isRequired={isMarked}
      hint={property.description || undefined}
    >
      {(control) => (
        <ValueInput {...input} {...control} label={editorOf(property) === "choices" ? property.name : undefined} />
      )}
    </Field>
  );
}
