import type { Property } from "@postern/client/api";
import { show } from "./address.ts";

interface ColumnsMenuProps {
  readonly properties: readonly Property[];
  readonly columns: readonly Property[];
}

/** Which properties are columns of the grid. */
export function ColumnsMenu({ properties, columns }: ColumnsMenuProps) {
  const keys = columns.map(({ key }) => key);
  return (
    <details class="bases-columns">
      <summary class="button">
        Columns{columns.length < properties.length && ` ${columns.length}/${properties.length}`}
      </summary>
      <div class="card stack">
        {properties.map(({ key, name }) => (
          <label key={key} class="row">
            <input
              type="checkbox"
              checked={keys.includes(key)}
              // A grid has a column at least.
              disabled={keys.length === 1 && keys[0] === key}
              onInput={(event) =>
                show({ columns: event.currentTarget.checked ? [...keys, key] : keys.filter((one) => one !== key) })
              }
            />
            <span class="words" dir="auto">
              {name}
            </span>
          </label>
        ))}
      </div>
    </details>
  );
}
