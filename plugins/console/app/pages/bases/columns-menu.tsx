import type { Property } from "@postern/client/api";
import { Dialog } from "../../ui/dialog.tsx";
import { show } from "./address.ts";

interface ColumnsProps {
  readonly properties: readonly Property[];
  readonly columns: readonly Property[];
}

/** A button that shows which properties are columns of the grid. */
export function ColumnsMenu(props: ColumnsProps) {
  const { properties, columns } = props;
  return (
    <details class="bases-columns">
      <summary class="button">
        Columns{columns.length < properties.length && ` ${columns.length}/${properties.length}`}
      </summary>
      <div class="card">
        <ColumnChoice {...props} />
      </div>
    </details>
  );
}

/** The same as a dialog, for narrow windows. */
export function ColumnsDialog({ onClose, ...props }: ColumnsProps & { readonly onClose: () => void }) {
  return (
    <Dialog title="Columns" onClose={onClose}>
      <ColumnChoice {...props} />
    </Dialog>
  );
}

function ColumnChoice({ properties, columns }: ColumnsProps) {
  const keys = columns.map(({ key }) => key);
  return (
    <div class="bases-column-choice">
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
  );
}
