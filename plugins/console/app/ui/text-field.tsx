import type { ComponentProps } from "preact";
import { Field, type FieldProps } from "./field.tsx";

interface TextFieldProps
  extends FieldProps,
    Pick<ComponentProps<"input">, "maxLength" | "placeholder" | "autofocus" | "spellcheck"> {
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** One line of text with its label. */
export function TextField({ label, hint, error, isRequired, onText, ...input }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          class="input"
          dir="auto"
          autocomplete="off"
          required={isRequired}
          {...input}
          onInput={(event) => onText(event.currentTarget.value)}
        />
      )}
    </Field>
  );
}
