import type { ComponentProps } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Choice } from "../data/catalog.ts";
import { isTemplate } from "./template.ts";

interface ChoiceInputProps {
  /** What the element has, whichever it is. */
  readonly control: Pick<ComponentProps<"input"> & ComponentProps<"select">, "id" | "class" | "onInput"> & {
    readonly value: string;
  };
  readonly choices: readonly Choice[];
  /** The template to begin with, if the value may be one. */
  readonly template: string | undefined;
  readonly onText: (text: string) => void;
}

/** One of some values, or a template of one. */
export function ChoiceInput({ control, choices, template, onText }: ChoiceInputProps) {
  const [isWritten, setWritten] = useState(template !== undefined && isTemplate(control.value));
  const written = useRef<HTMLInputElement>(null);
  const first = useRef(isWritten);
  // Before anything that is typed can reach it.
  useLayoutEffect(() => {
    if (isWritten && !first.current) written.current?.select();
    first.current = false;
  }, [isWritten]);
  if (isWritten)
    return (
      <div class="row">
        <input {...control} ref={written} type="text" dir="ltr" spellcheck={false} autocomplete="off" />
        <button
          type="button"
          class="button"
          onClick={() => {
            setWritten(false);
            onText("");
          }}
        >
          Choose a value
        </button>
      </div>
    );
  return (
    <select
      {...control}
      onInput={({ currentTarget: { value } }) => {
        setWritten(value === template);
        onText(value);
      }}
    >
      <option value="" />
      {choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label ?? value}
        </option>
      ))}
      {template !== undefined && <option value={template}>Template…</option>}
    </select>
  );
}
