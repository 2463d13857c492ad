import { useEffect, useRef } from "preact/hooks";

/** Covers the page while a narrow window shows the menu. A click on it or Escape closes the menu. */
export function MenuCover({ onClose }: { onClose: () => void }) {
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    document.querySelector<HTMLElement>('.side a[aria-current="page"], .side a')?.focus();
    const pressed = (event: KeyboardEvent): void => {
      if (event.key === "Escape") latest.current();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
  return <button type="button" class="menu-cover" tabIndex={-1} aria-label="Close the menu" onClick={onClose} />;
}
