import { useEffect, useId, useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";

interface ScopesInputProps {
  readonly scopes: readonly string[];
  readonly onScopes: (scopes: readonly string[]) => void;
}

/** A list of scopes, with suggestions of the gateway. Enter, a space, a comma or leaving the field adds what was typed. */
export function ScopesInput({ scopes, onScopes }: ScopesInputProps) {
  const { may } = useSession();
  const id = useId();
  const [text, setText] = useState("");
  const suggested = useQuery("scopes", async (client, signal) =>
    may("context.scopes") ? (await client.context.scopes({}, { signal })).scopes : [],
  );

  function add(entered: string): void {
    const added = entered.split(/[\s,]+/).filter(Boolean);
    onScopes([...new Set([...scopes, ...added])]);
    setText("");
  }

  const isSuggested = (value: string): boolean => suggested.data?.some(({ scope }) => scope === value) ?? false;
  function entered(value: string): void {
    if (isSuggested(value) || /[\s,]$/.test(value)) add(value);
    else setText(value);
  }
  // Typed before the suggestions arrived.
  useEffect(() => {
    if (isSuggested(text)) add(text);
  }, [suggested.data]);

  return (
    <div class="field">
      <label for={id}>Scopes</label>
      {scopes.length > 0 && (
        <ul class="row wrap" aria-label="Chosen scopes">
          {scopes.map((scope) => (
            <li key={scope} class="scope">
              {scope}
              <button
                type="button"
                class="plain"
                aria-label={`Remove ${scope}`}
                onClick={() => onScopes(scopes.filter((other) => other !== scope))}
              >
                ✕
              </button>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        class="input"
        list={`${id}-list`}
        autocomplete="off"
        spellcheck={false}
        aria-describedby={`${id}-hint`}
        placeholder="chats:read"
        value={text}
        onInput={(event) => entered(event.currentTarget.value)}
        onBlur={() => add(text)}
        onKeyDown={(event) => {
          if (event.key === "Backspace" && text === "") onScopes(scopes.slice(0, -1));
          if (event.key !== "Enter" || text === "") return;
          event.preventDefault();
          add(text);
        }}
      />
      <datalist id={`${id}-list`}>
        {suggested.data?.map(({ scope, allows }) => (
          <option key={scope} value={scope}>
            {allows}
          </option>
        ))}
      </datalist>
      <div id={`${id}-hint`} class="hint">
        Such as <code>chats:*</code>, <code>chats:read</code> or the id of an operation. With <code>propose:</code>{" "}
        before it, commands wait for approval.
      </div>
    </div>
  );
}
