import { useMemo, useState } from "preact/hooks";
import { go } from "../router.ts";
import { useSession } from "../session/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { pagesFor } from "./shown-pages.ts";

interface Target {
  readonly path: string;
  readonly name: string;
  readonly text: string;
}

/** How many targets are shown. */
const MOST = 50;

/** Finds a page or an operation by some of its letters. */
export function Palette({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState(0);
  const targets = useMemo<readonly Target[]>(
    () => [
      ...pagesFor(session).map(({ path, title, plugin }) => ({
        path,
        name: title,
        text: plugin === undefined ? "Page" : `Page of the plugin ${plugin}`,
      })),
      ...[...session.operations.values()].map(({ id, summary }) => ({ path: `call/${id}`, name: id, text: summary })),
    ],
    [session],
  );
  const words = text.toLowerCase().split(/\s+/);
  const found = targets
    .filter(({ name, text }) => words.every((word) => `${name} ${text}`.toLowerCase().includes(word)))
    .slice(0, MOST);
  const open = (target: Target | undefined): void => {
    if (!target) return;
    onClose();
    go(target.path);
  };
  const move = (by: number): void => setChosen((at) => Math.max(0, Math.min(found.length - 1, at + by)));
  return (
    <Dialog title="Find" onClose={onClose}>
      <input
        class="input"
        type="text"
        // biome-ignore lint/a11y/noRedundantRoles: without a list of the browser the field is not a combobox by itself
        role="combobox"
        list={undefined}
        aria-label="Page or operation"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? `palette-${chosen}` : undefined}
        placeholder="Page or operation, such as chats create"
        value={text}
        autoFocus
        onInput={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown") move(1);
          else if (event.key === "ArrowUp") move(-1);
          else if (event.key === "Enter") open(found[chosen]);
          else return;
          event.preventDefault();
        }}
      />
      <div id="palette-list" role="listbox" aria-label="Found" style={{ maxHeight: "50vh", overflowY: "auto" }}>
        {found.map((target, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled in the field
          <div
            key={target.path}
            id={`palette-${at}`}
            ref={(element) => {
              if (at === chosen) element?.scrollIntoView({ block: "nearest" });
            }}
            role="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            class="item"
            aria-current={at === chosen}
            onClick={() => open(target)}
          >
            <div>{target.name}</div>
            <div class="small muted">{target.text}</div>
          </div>
        ))}
        {found.length === 0 && <p class="muted">Nothing found</p>}
      </div>
    </Dialog>
  );
}
