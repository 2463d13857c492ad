import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  /** Buttons, the main one last. */
  readonly actions?: ComponentChildren;
  /** Whether clicks close it. Escape always does. */
  readonly isArmed?: boolean;
}

/** A modal dialog. Escape and a click beside it close it; the focus returns to where it was. */
export function Dialog({ title, onClose, children, actions, isArmed = true }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.showModal();
    // Its buttons do not work yet, and the first other control could be anything.
    if (!isArmed) heading.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => isArmed && event.target === dialog.current && onClose()}
    >
      <div class="frame">
        <div class="row">
          <h2 ref={heading} id={id} class="grow" tabIndex={-1}>
            {title}
          </h2>
          <button type="button" class="button quiet icon" aria-label="Close" disabled={!isArmed} onClick={onClose}>
            ✕
          </button>
        </div>
        {children}
        {actions && <footer>{actions}</footer>}
      </div>
    </dialog>
  );
}
