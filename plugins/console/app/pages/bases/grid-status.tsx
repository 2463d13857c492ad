import { countText } from "./count.ts";

interface GridStatusProps {
  /** Undefined until it is known. */
  readonly count: number | undefined;
  readonly selected: number;
  /** What the selected rows can be archived with, or restored: its name, without their number. Absent if nothing can. */
  readonly action: string | undefined;
  readonly onAct: () => void;
  readonly onClear: () => void;
}

/** How many rows there are, and what can be done with the selected ones. Below the grid, so that nothing moves. */
export function GridStatus({ count, selected, action, onAct, onClear }: GridStatusProps) {
  return (
    <footer class="bases-status">
      <span class="muted small" aria-live="polite">
        {count !== undefined && countText(count, "row")}
      </span>
      {selected > 0 && (
        <>
          {action !== undefined && (
            <button type="button" class="button" onClick={onAct}>
              {action} {selected} selected
            </button>
          )}
          <button type="button" class="button quiet" onClick={onClear}>
            Clear
          </button>
        </>
      )}
    </footer>
  );
}
