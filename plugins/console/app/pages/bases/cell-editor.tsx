import type { Property } from "@postern/client/api";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ValueInput } from "./value-input.tsx";
import { type Entry, editorOf, entryOf } from "./values.ts";

/** Where the focus goes after a value was entered. */
export type Move = "stay" | "down" | "next" | "previous";

interface CellEditorProps {
  readonly property: Property;
  readonly value: unknown;
  /** The key that started it, which replaces the value. */
  readonly typed: string | undefined;
  readonly onSave: (entry: Entry, move: Move | undefined) => void;
  readonly onCancel: () => void;
}

/** The input in a cell. Leaving it saves, except by Escape. */
export function CellEditor({ property, value, typed, onSave, onCancel }: CellEditorProps) {
  const [entry, setEntry] = useState<Entry>(() => typed ?? entryOf(value, property));
  const latest = useRef(entry);
  const input = useRef<HTMLElement>(null);
  const isOver = useRef(false);
  const isChoice = editorOf(property) === "choice";

  useLayoutEffect(() => {
    const { current } = input;
    current?.focus({ preventScroll: true });
    if (typed === undefined && (current instanceof HTMLInputElement || current instanceof HTMLTextAreaElement))
      current.select();
  }, [typed]);

  // A row that scrolls away takes its input along, and what was entered must not be lost.
  const leave = useRef(() => {});
  leave.current = () => end(() => onSave(latest.current, undefined));
  useLayoutEffect(() => () => leave.current(), []);

  function end(act: () => void): void {
    if (isOver.current) return;
    isOver.current = true;
    act();
  }

  function pressed(event: KeyboardEvent): void {
    event.stopPropagation();
    if (event.isComposing) return;
    const { key, shiftKey } = event;
    const move = { Enter: "down", Tab: shiftKey ? "previous" : "next" }[key] as Move | undefined;
    if (key === "Escape") end(onCancel);
    else if (move === undefined || (key === "Enter" && shiftKey)) return;
    else end(() => onSave(latest.current, move));
    event.preventDefault();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are for the input in it
    <div
      class="bases-editor"
      onKeyDown={pressed}
      onFocusOut={(event) => {
        const to = event.relatedTarget;
        if (to instanceof Node && event.currentTarget.contains(to)) return;
        end(() => onSave(latest.current, undefined));
      }}
    >
      <ValueInput
        property={property}
        value={value}
        entry={entry}
        label={property.name}
        inputRef={input}
        onEntry={(next) => {
          latest.current = next;
          setEntry(next);
          // A choice by pointer is complete.
          if (isChoice && document.activeElement !== input.current) input.current?.focus();
        }}
      />
    </div>
  );
}
