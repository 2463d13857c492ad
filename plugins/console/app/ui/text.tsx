import { useState } from "preact/hooks";

/** What is shown of a long text at first, in characters. */
const FIRST = 4_000;

/** A text that a person or an agent wrote: in its own direction, never as markup, and not all of a very long one. */
export function Text({ text, isCode }: { text: string; isCode?: boolean }) {
  const [isWhole, setWhole] = useState(false);
  const isCut = text.length > FIRST && !isWhole;
  return (
    <>
      <div class="words" dir={isCode ? "ltr" : "auto"}>
        {isCut ? `${text.slice(0, FIRST)}…` : text}
      </div>
      {isCut && (
        <button type="button" class="button quiet" onClick={() => setWhole(true)}>
          Show all {text.length.toLocaleString()} characters
        </button>
      )}
    </>
  );
}
