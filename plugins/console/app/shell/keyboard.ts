import { useEffect } from "preact/hooks";
import { go } from "../router.ts";
import { useSession } from "../session/session.ts";
import { pagesFor } from "./navigation.tsx";

/** How long the letter after `g` may take, in milliseconds. */
const SECOND_KEY = 1_500;

/** Keys that work on every page, except while a text is entered. */
export function useKeyboard({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  const session = useSession();
  useEffect(() => {
    let goesUntil = 0;
    const pressed = (event: KeyboardEvent): void => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === "k") {
        event.preventDefault();
        onPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      if (Date.now() < goesUntil) {
        goesUntil = 0;
        const page = pagesFor(session).find(({ letter }) => letter === event.key);
        if (page) go(page.path);
        return;
      }
      if (event.key === "g") goesUntil = Date.now() + SECOND_KEY;
      else if (event.key === "?") onHelp();
      else if (event.key === "/") {
        const search = document.querySelector<HTMLElement>("[data-search]");
        event.preventDefault();
        if (search) search.focus();
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
