import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";
import "./filters.css";

interface FiltersProps {
  /** How many conditions are set. */
  readonly active: number;
  /** The fields. */
  readonly children: ComponentChildren;
}

/** The conditions of a list. Narrow windows have a button that opens them and shows how many are set. */
export function Filters({ active, children }: FiltersProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        class="button filters-button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Filter
        {active > 0 && (
          <span class="filters-count">
            {active}
            <span class="only-read"> active</span>
          </span>
        )}
      </button>
      <div id={id} class={isOpen ? "row grow wrap ends filters is-open" : "row grow wrap ends filters"}>
        {children}
      </div>
    </>
  );
}
