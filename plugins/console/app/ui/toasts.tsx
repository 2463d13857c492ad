import { signal } from "@preact/signals";
import { Problem } from "./problem.tsx";

interface Toast {
  readonly text?: string;
  /** Shown until it is closed. */
  readonly error?: unknown;
}

const toasts = signal<readonly (Toast & { id: number })[]>([]);
let lastId = 0;

/** Reports something for a moment, or an error until it is closed. */
export function notify(toast: Toast): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value.slice(-3), { ...toast, id }];
  if (toast.error === undefined) setTimeout(() => close(id), 4_000);
}

function close(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" aria-live="polite">
      {toasts.value.map(({ id, text, error }) =>
        error === undefined ? (
          <div key={id} class="toast" dir="auto">
            {text}
          </div>
        ) : (
          <div key={id} class="stack">
            <Problem error={error} />
            <button type="button" class="button" onClick={() => close(id)}>
              Close
            </button>
          </div>
        ),
      )}
    </div>
  );
}
