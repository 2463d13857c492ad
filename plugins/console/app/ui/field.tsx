import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

export interface FieldProps {
  readonly label: ComponentChildren;
  readonly isRequired?: boolean;
  /** What helps to enter the value. */
  readonly hint?: ComponentChildren;
  /** What is wrong with the value. */
  readonly error?: string | undefined;
}

/** What connects a control with its label, its hint and its error. */
export interface FieldControl {
  readonly id: string;
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: boolean;
}

/** A control with its label. */
export function Field({
  children,
  ...field
}: FieldProps & { readonly children: (control: FieldControl) => ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>
        <Label {...field} />
      </label>
      {children({ id, ...describedBy(id, field) })}
      <Help {...field} id={id} />
    </div>
  );
}

/** Several controls that together are one value, such as a list of checkboxes. */
export function FieldGroup({ children, ...field }: FieldProps & { readonly children: ComponentChildren }) {
  const id = useId();
  const { "aria-describedby": describer } = describedBy(id, field);
  return (
    <fieldset class="field plain-group" aria-describedby={describer}>
      <legend>
        <Label {...field} />
      </legend>
      {children}
      <Help {...field} id={id} />
    </fieldset>
  );
}

function Label({ label, isRequired }: FieldProps) {
  return (
    <>
      {label}
      {isRequired && <span class="muted"> (required)</span>}
    </>
  );
}

function Help({ id, hint, error }: FieldProps & { readonly id: string }) {
  return (
    <>
      {hint !== undefined && (
        <div id={`${id}-hint`} class="hint">
          {hint}
        </div>
      )}
      {error !== undefined && (
        <div id={`${id}-error`} class="fault">
          {error}
        </div>
      )}
    </>
  );
}

function describedBy(id: string, { hint, error }: FieldProps): Omit<FieldControl, "id"> {
  const ids = [hint !== undefined && `${id}-hint`, error !== undefined && `${id}-error`].filter(Boolean);
  return {
    ...(ids.length > 0 && { "aria-describedby": ids.join(" ") }),
    ...(error !== undefined && { "aria-invalid": true }),
  };
}
