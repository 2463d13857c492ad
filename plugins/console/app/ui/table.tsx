import type { ComponentChildren } from "preact";

interface TableProps {
  readonly label: string;
  readonly columns: readonly string[];
  /** Rows, as `tr` elements. */
  readonly children: ComponentChildren;
}

/** A table that scrolls sideways where it does not fit. */
export function Table({ label, columns, children }: TableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section class="scroll-x" tabIndex={0} aria-label={label}>
      <table class="table">
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </section>
  );
}
