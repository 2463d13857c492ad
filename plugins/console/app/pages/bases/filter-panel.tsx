import type { Property, RowFilter } from "@postern/client/api";
import { useState } from "preact/hooks";
import { show } from "./address.ts";
import { draftsOf, filterOf } from "./conditions.ts";
import { type Conditions, ConditionsInput, newCondition } from "./conditions-input.tsx";

interface FilterPanelProps {
  readonly properties: readonly Property[];
  readonly filter: RowFilter | undefined;
  readonly onClose: () => void;
}

/** The conditions that rows must meet, in the language of the gateway. */
export function FilterPanel({ properties, filter, onClose }: FilterPanelProps) {
  const [conditions, setConditions] = useState<Conditions>(() => ({
    match: filter?.match ?? "all",
    drafts: filter ? draftsOf(filter) : [newCondition(properties)],
  }));
  const { match, drafts } = conditions;

  return (
    <form
      class="bases-filter stack"
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        show({ filter: filterOf(match, drafts, properties) });
      }}
    >
      <ConditionsInput conditions={conditions} properties={properties} onConditions={setConditions} />
      <div class="row wrap">
        <button
          type="button"
          class="button"
          onClick={() => setConditions({ match, drafts: [...drafts, newCondition(properties)] })}
        >
          Add a condition
        </button>
        <div class="row ends bases-filter-actions">
          <button type="button" class="button quiet" onClick={onClose}>
            Close
          </button>
          {filter && (
            <button
              type="button"
              class="button"
              onClick={() => {
                setConditions({ match, drafts: [] });
                show({ filter: null });
              }}
            >
              Remove the filter
            </button>
          )}
          <button type="submit" class="button main">
            Apply
          </button>
        </div>
      </div>
    </form>
  );
}
