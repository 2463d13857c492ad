import { go, pathTo, place } from "../../router.ts";
import { Filters } from "../../ui/filters.tsx";
import { LABELS, type Status } from "./steps.ts";

/** What is shown, kept in the address so that it can be shared. */
export interface Filter {
  readonly name: string;
  readonly status: Status | "";
  readonly assignee: string;
}

/** What each view of the tasks gets. */
export interface ViewProps {
  readonly filter: Filter;
  /** Opens the form for a new task. Undefined if the key may not create one. */
  readonly onCreate: (() => void) | undefined;
}

export function readFilter(): Filter {
  const { query } = place.value;
  const status = query.get("status") ?? "";
  return {
    name: query.get("name") ?? "",
    status: status in LABELS ? (status as Status) : "",
    assignee: query.get("assignee") ?? "",
  };
}

/** The fields of the filter that a view has. */
export function FilterBar({ filter, fields }: { filter: Filter; fields: readonly (keyof Filter)[] }) {
  function set(changed: Partial<Filter>): void {
    const all = Object.entries({ ...filter, ...changed }).filter(([, value]) => value !== "");
    const query = new URLSearchParams(all).toString();
    go(`${pathTo(...place.value.parts)}${query && `?${query}`}`, { replace: true });
  }
  return (
    <Filters active={fields.filter((name) => filter[name] !== "").length}>
      {fields.includes("name") && (
        <input
          class="input filter"
          type="search"
          data-search
          aria-label="Title or id begins with"
          placeholder="Title or id begins with"
          value={filter.name}
          onInput={(event) => set({ name: event.currentTarget.value })}
        />
      )}
      {fields.includes("status") && (
        <select
          class="input filter"
          aria-label="Status"
          value={filter.status}
          onChange={(event) => set({ status: event.currentTarget.value as Filter["status"] })}
        >
          <option value="">Any status</option>
          {Object.entries(LABELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      )}
      {fields.includes("assignee") && (
        <input
          class="input filter"
          type="search"
          data-search={fields.includes("name") ? undefined : ""}
          aria-label="Assignee"
          placeholder="Assignee, such as user:ann"
          value={filter.assignee}
          onChange={(event) => set({ assignee: event.currentTarget.value.trim() })}
        />
      )}
    </Filters>
  );
}
