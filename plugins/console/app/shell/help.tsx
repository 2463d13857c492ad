import { useSession } from "../session/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Fact, Facts } from "../ui/facts.tsx";
import { pagesFor } from "./shown-pages.ts";

/** The keys of the console. */
export function Help({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const keys: readonly (readonly [string, string])[] = [
    ["Ctrl K or ⌘ K", "Find a page or an operation"],
    ["/", "Search on this page"],
    ["?", "Show these keys"],
    ["Escape", "Close a dialog"],
    ...pagesFor(session).flatMap(({ letter, title }) => (letter ? [[`g ${letter}`, title] as const] : [])),
  ];
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <Facts>
        {keys.map(([key, text]) => (
          <Fact key={key} name={<kbd>{key}</kbd>}>
            {text}
          </Fact>
        ))}
      </Facts>
    </Dialog>
  );
}
