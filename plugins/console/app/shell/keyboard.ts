import { useLayoutEffect } from "preact/hooks";
import { go } from "../router.ts";
import { useSession } from "../session/session.ts";
import { pagesFor } from "./shown-pages.ts";

/** Keys that work on every page, except while a text is entered. */
export function useKeyboard({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  const session = useSession();
  // Not a usual effect: a key that is pressed right after the page is shown must count.
  useLayoutEffect(() => {
    let isGoing = false;
    const pressed = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (isGoing) {
        isGoing = false;
        const page = pagesFor(session).find(({ letter }) => letter === event.key);
        if (page) go(page.path);
        return;
      }
      if (event.key === "g") isGoing = true;
      else if (event.key === "?") onHelp();
      else if (event.key === "/") {
        const search = document.querySelector<HTMLElement>("[data-search]");
        event.preventDefault();
        if (search?.checkVisibility()) search.focus();
        else onPalette();
      }
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [session, onPalette, onHelp]);
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("input, textarea, select") || target.closest("dialog") !== null);
