import type { Property, RowFilter } from "@postern/client/api";
import { useState } from "preact/hooks";
import { show } from "./address.ts";
import { type ConditionDraft, draftsOf, filterOf, OPS, type Op, opsOf } from "./conditions.ts";
import { editorOf, optionsOf } from "./values.ts";

interface FilterPanelProps {
  readonly properties: readonly Property[];
  readonly filter: RowFilter | undefined;
  readonly onClose: () => void;
}

/** The conditions that rows must meet, in the language of the gateway. */
export function FilterPanel({ properties, filter, onClose }: FilterPanelProps) {
  const first = properties[0];
  const fresh = (): ConditionDraft => ({ field: first?.key ?? "createdAt", op: opsOf(first)[0] ?? "eq", text: "" });
  const [match, setMatch] = useState<RowFilter["match"]>(filter?.match ?? "all");
  const [drafts, setDrafts] = useState<readonly ConditionDraft[]>(() => (filter ? draftsOf(filter) : [fresh()]));
  const change = (at: number, changed: Partial<ConditionDraft>): void =>
    setDrafts(drafts.map((draft, index) => (index === at ? { ...draft, ...changed } : draft)));

  return (
    <form
      class="bases-filter stack"
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        show({ filter: filterOf(match, drafts, properties) });
      }}
    >
      {drafts.length > 1 && (
        <label class="row">
          Rows that meet
          <select
            class="input bases-short"
            value={match}
            onChange={(event) => setMatch(event.currentTarget.value as RowFilter["match"])}
          >
            <option value="all">all conditions</option>
            <option value="any">any condition</option>
          </select>
        </label>
      )}
      {drafts.map((draft, at) => (
        <Condition
          key={at}
          at={at}
          draft={draft}
          properties={properties}
          onDraft={(changed) => change(at, changed)}
          onRemove={() => setDrafts(drafts.filter((_, index) => index !== at))}
        />
      ))}
      <div class="row wrap">
        <button type="button" class="button" onClick={() => setDrafts([...drafts, fresh()])}>
          Add a condition
        </button>
        <div class="row grow wrap ends">
          <button type="button" class="button quiet" onClick={onClose}>
            Close
          </button>
          {filter && (
            <button
              type="button"
              class="button"
              onClick={() => {
                setDrafts([]);
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

interface ConditionProps {
  readonly at: number;
  readonly draft: ConditionDraft;
  readonly properties: readonly Property[];
  readonly onDraft: (changed: Partial<ConditionDraft>) => void;
  readonly onRemove: () => void;
}

function Condition({ at, draft: { field, op, text }, properties, onDraft, onRemove }: ConditionProps) {
  const find = (key: string) => properties.find((one) => one.key === key);
  const property = find(field);
  const name = `condition ${at + 1}`;
  return (
    <div class="row wrap">
      <select
        class="input filter"
        aria-label={`Field of ${name}`}
        value={field}
        onChange={({ currentTarget: { value } }) =>
          onDraft({ field: value, op: opsOf(find(value))[0] ?? "eq", text: "" })
        }
      >
        {properties.map((one) => (
          <option key={one.key} value={one.key}>
            {one.name}
          </option>
        ))}
        <option value="createdAt">Created</option>
        <option value="updatedAt">Changed</option>
      </select>
      <select
        class="input filter"
        aria-label={`Operator of ${name}`}
        value={op}
        onChange={(event) => onDraft({ op: event.currentTarget.value as Op })}
      >
        {opsOf(property).map((one) => (
          <option key={one} value={one}>
            {OPS[one]}
          </option>
        ))}
      </select>
      {op !== "empty" && op !== "filled" && (
        <Operand
          label={`Value of ${name}`}
          op={op}
          property={property}
          text={text}
          onText={(text) => onDraft({ text })}
        />
      )}
      <button type="button" class="button quiet icon" aria-label={`Remove ${name}`} onClick={onRemove}>
        ✕
      </button>
    </div>
  );
}

interface OperandProps {
  readonly label: string;
  readonly op: Op;
  readonly property: Property | undefined;
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** The value that a field is compared with. */
function Operand({ label, op, property, text, onText }: OperandProps) {
  const editor = property ? editorOf(property) : "time";
  const onInput = (event: { currentTarget: { value: string } }): void => onText(event.currentTarget.value);
  const isOne = op !== "in";
  const options =
    editor === "checkbox" ? ["true", "false"] : property ? optionsOf(property, text).map(({ name }) => name) : [];
  if (isOne && (editor === "choice" || editor === "choices" || editor === "checkbox"))
    return (
      <select class="input filter" aria-label={label} required value={text} onChange={onInput}>
        <option value="" />
        {options.map((name) => (
          <option key={name} value={name}>
            {editor === "checkbox" ? (name === "true" ? "Yes" : "No") : name}
          </option>
        ))}
      </select>
    );
  if (isOne && (editor === "date" || editor === "time"))
    return (
      <input
        class="input filter"
        aria-label={label}
        required
        type={editor === "date" ? "date" : "datetime-local"}
        value={text.replace(/:\d\d\.\d+Z$/, "")}
        onInput={onInput}
      />
    );
  return (
    <input
      class="input filter"
      aria-label={label}
      required
      dir="auto"
      autocomplete="off"
      placeholder={isOne ? undefined : "Separated by commas"}
      value={text}
      onInput={onInput}
    />
  );
}
