import type { Base, Chart, Property } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { TextField } from "../../ui/text-field.tsx";
import { draftsOf, filterOf } from "./conditions.ts";
import { type Conditions, ConditionsInput, newCondition } from "./conditions-input.tsx";
import { COUNT, FIGURES } from "./figures.ts";

interface ChartDialogProps {
  readonly base: Base;
  readonly properties: readonly Property[];
  /** The chart to change; absent for a new one. */
  readonly chart?: Chart;
  readonly onClose: () => void;
}

const KINDS: Readonly<Record<Chart["kind"], string>> = {
  bar: "Bars",
  line: "Line",
  area: "Area",
  pie: "Pie",
  number: "Number",
};

/** Creates a chart of the rows of a base, or changes one. */
export function ChartDialog({ base, properties, chart, onClose }: ChartDialogProps) {
  const { run } = useActions();
  const [name, setName] = useState(chart?.name ?? "");
  const [kind, setKind] = useState<Chart["kind"]>(chart?.kind ?? "bar");
  const [x, setX] = useState(
    () => chart?.x ?? properties.find(({ type }) => type !== "text")?.key ?? properties[0]?.key ?? "",
  );
  const [y, setY] = useState(chart?.y ?? "count");
  const [conditions, setConditions] = useState<Conditions>(() => ({
    match: chart?.filter?.match ?? "all",
    drafts: chart?.filter ? draftsOf(chart.filter) : [],
  }));
  const numbers = properties.filter(
    ({ type, config }) => type === "number" || (type === "agent" && config.output === "number"),
  );

  async function submit(): Promise<void> {
    const filter = filterOf(conditions.match, conditions.drafts, properties);
    const fields = {
      base: base.id,
      name: name.trim(),
      kind,
      y,
      ...(kind !== "number" && { x }),
      ...(filter && { filter }),
    };
    const call = chart
      ? {
          operation: "bases.charts.update",
          input: { ...fields, chart: chart.id, ...(chart.filter && !filter && { withoutFilter: true }) },
        }
      : { operation: "bases.charts.create", input: fields };
    await run(call, { throws: true });
    onClose();
  }

  return (
    <FormDialog
      title={chart ? "Edit the chart" : "New chart"}
      action={chart ? "Save" : "Create"}
      isReady={name.trim() !== ""}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="Name" isRequired autofocus maxLength={200} value={name} onText={setName} />
      <div class="pair">
        <Field label="Kind">
          {(control) => (
            <select
              {...control}
              class="input"
              value={kind}
              onChange={(event) => setKind(event.currentTarget.value as Chart["kind"])}
            >
              {Object.entries(KINDS).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        {kind !== "number" && (
          <Field label="Group by">
            {(control) => (
              <select {...control} class="input" value={x} onChange={(event) => setX(event.currentTarget.value)}>
                {properties.map(({ key, name }) => (
                  <option key={key} value={key}>
                    {name}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        <Field label="Value">
          {(control) => (
            <select {...control} class="input" value={y} onChange={(event) => setY(event.currentTarget.value)}>
              <option value="count">{COUNT}</option>
              {numbers.flatMap(({ key, name }) =>
                Object.entries(FIGURES).map(([figure, label]) => (
                  <option key={`${figure}:${key}`} value={`${figure}:${key}`}>
                    {label} of {name}
                  </option>
                )),
              )}
            </select>
          )}
        </Field>
      </div>
      <fieldset class="plain-group bases-conditions">
        <legend>Filter</legend>
        <ConditionsInput conditions={conditions} properties={properties} onConditions={setConditions} />
        <button
          type="button"
          class="button"
          onClick={() => setConditions({ ...conditions, drafts: [...conditions.drafts, newCondition(properties)] })}
        >
          Add a condition
        </button>
      </fieldset>
    </FormDialog>
  );
}
