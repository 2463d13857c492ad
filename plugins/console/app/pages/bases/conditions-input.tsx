import type { Property, RowFilter } from "@postern/client/api";
import { type ConditionDraft, OPS, type Op, opsOf } from "./conditions.ts";
import { editorOf, optionsOf } from "./values.ts";

/** Conditions as they are entered. */
export interface Conditions {
  readonly match: RowFilter["match"];
  readonly drafts: readonly ConditionDraft[];
}

interface ConditionsInputProps {
  readonly conditions: Conditions;
  readonly properties: readonly Property[];
  readonly onConditions: (conditions: Conditions) => void;
}

export function newCondition([first]: readonly Property[]): ConditionDraft {
  return { field: first?.key ?? "createdAt", op: opsOf(first)[0] ?? "eq", text: "" };
}

/** Conditions that rows must meet: all of them, or any. */
export function ConditionsInput({ conditions, properties, onConditions }: ConditionsInputProps) {
  const { match, drafts } = conditions;
  const change = (at: number, changed: Partial<ConditionDraft>): void =>
    onConditions({ match, drafts: drafts.map((draft, index) => (index === at ? { ...draft, ...changed } : draft)) });
  return (
    <>
      {drafts.length > 1 && (
        <label class="row">
          Rows that meet
          <select
            class="input bases-short"
            value={match}
            onChange={(event) => onConditions({ match: event.currentTarget.value as RowFilter["match"], drafts })}
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
          onRemove={() => onConditions({ match, drafts: drafts.filter((_, index) => index !== at) })}
        />
      ))}
    </>
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
