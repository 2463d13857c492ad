import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

interface FileDropProps {
  readonly isEnabled: boolean;
  readonly onFile: (file: File) => void;
  /** What a file can be dropped on, with a function that lets a person choose one. */
  readonly children: (choose: () => void) => ComponentChildren;
}

/** Takes a table from a file that is dropped or chosen. */
export function FileDrop({ isEnabled, onFile, children }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: choosing a file is the same for the keyboard
    <div
      class={isOver ? "bases-drop is-over" : "bases-drop"}
      onDragOver={(event) => {
        if (!isEnabled || !event.dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        const [dropped] = event.dataTransfer?.files ?? [];
        if (!isEnabled || !dropped) return;
        event.preventDefault();
        onFile(dropped);
      }}
    >
      {children(() => input.current?.click())}
      <input
        ref={input}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,.xlsx"
        aria-label="File to import"
        onChange={(event) => {
          const [chosen] = event.currentTarget.files ?? [];
          if (chosen) onFile(chosen);
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}
