import { useState } from "preact/hooks";

/** Copies a text. Pages that are not served over HTTPS or from this machine have no clipboard, so it is selected there. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    (document.querySelector("dialog[open]") ?? document.body).append(area);
    area.select();
    // The only way without a clipboard.
    const isDone = document.execCommand("copy");
    area.remove();
    return isDone;
  }
}

function useCopied(text: string) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1_500);
  };
  return { isCopied, copy };
}

/** An id that a click copies. */
export function Id({ id }: { id: string }) {
  const { isCopied, copy } = useCopied(id);
  return (
    <button type="button" class="id" title="Copy" aria-label={`Copy ${id}`} onClick={copy}>
      {isCopied ? "Copied" : id}
    </button>
  );
}

/** A shell command with a button that copies it. */
export function Command({ text }: { text: string }) {
  const { isCopied, copy } = useCopied(text);
  return (
    <div class="command">
      <pre class="grow">{text}</pre>
      <button type="button" class="button quiet" onClick={copy}>
        {isCopied ? "Copied" : "Copy"}
      </button>
    </div>
  );
}
