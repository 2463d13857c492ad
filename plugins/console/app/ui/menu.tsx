import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";

export interface MenuItem {
  readonly label: string;
  readonly onChoose: () => void;
  /** Whether a line separates it from the items before. */
  readonly startsGroup?: boolean;
}

/** Items in groups, which are separated by lines. */
export const groupedItems = (...groups: readonly (readonly MenuItem[])[]): readonly MenuItem[] =>
  groups
    .filter((group) => group.length > 0)
    .flatMap((group, at) => group.map((item, index) => ({ ...item, startsGroup: at > 0 && index === 0 })));

interface MenuProps {
  /** The name of the button, for screen readers. */
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** What the button shows (default: three dots). */
  readonly face?: ComponentChildren;
  /** Whether the Tab key reaches the button (default: yes). In a grid, the arrow keys do. */
  readonly isTabStop?: boolean;
}

/** A button that opens a list of commands. It is above everything else, so that nothing that scrolls cuts it off. */
export function Menu({ label, items, face, isTabStop = true }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const menu = useRef<HTMLDivElement>(null);

  function opened(): void {
    const at = button.current?.getBoundingClientRect();
    if (!at || !menu.current) return;
    const { offsetWidth: width, offsetHeight: height, style } = menu.current;
    style.left = `${Math.max(8, Math.min(at.right - width, innerWidth - width - 8))}px`;
    style.top = `${at.bottom + height + 8 > innerHeight ? Math.max(8, at.top - height - 4) : at.bottom + 4}px`;
    menu.current.querySelector("button")?.focus();
  }

  function moved(event: KeyboardEvent): void {
    const all = [...(menu.current?.querySelectorAll("button") ?? [])];
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 + all.length, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Tab") menu.current?.hidePopover();
    if (next === undefined) return;
    event.preventDefault();
    all[next % all.length]?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        class={face === undefined ? "button quiet icon menu-button" : "button"}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        aria-haspopup="menu"
        popovertarget={id}
        onClick={(event) => {
          // The browser would report later that it is open, and a key pressed until then would be lost.
          event.preventDefault();
          menu.current?.togglePopover();
          if (menu.current?.matches(":popover-open")) opened();
        }}
      >
        {face ?? "⋯"}
      </button>
      <div
        ref={menu}
        id={id}
        class="menu"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        popover="auto"
        onKeyDown={moved}
      >
        {items.map(({ label, onChoose, startsGroup }) => (
          <button
            key={label}
            type="button"
            class={startsGroup ? "starts-group" : undefined}
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              menu.current?.hidePopover();
              onChoose();
            }}
          >
            {label}
          </button>
        ))}
      </div>
    </>
  );
}
