import type { Base, Chart, Property } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useActions } from "../../ui/actions.tsx";
import { Field } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";

interface ChartDialogProps {
  readonly base: Base;
  readonly properties: readonly Property[];
  readonly onClose: () => void;
}

const KINDS: Readonly<Record<Chart["kind"], string>> = {
  bar: "Bars",
  line: "Line",
  area: "Area",
  pie: "Pie",
  number: "Number",
};
const FIGURES = { sum: "Sum", avg: "Average", min: "Minimum", max: "Maximum" } as const;

/** Creates a chart of the rows of a base. */
export function ChartDialog({ base, properties, onClose }: ChartDialogProps) {
  const { run } = useActions();
  const [name, setName] = useState("");
  const [kind, setKind] = useState<Chart["kind"]>("bar");
  const [x, setX] = useState(() => properties.find(({ type }) => type !== "text")?.key ?? properties[0]?.key ?? "");
  const [y, setY] = useState("count");
  const numbers = properties.filter(
    ({ type, config }) => type === "number" || (type === "agent" && config.output === "number"),
  );

  async function create(): Promise<void> {
    const input = { base: base.id, name: name.trim(), kind, y, ...(kind !== "number" && { x }) };
    await run({ operation: "bases.charts.create", input }, { throws: true });
    onClose();
  }

  return (
    <FormDialog title="New chart" action="Create" isReady={name.trim() !== ""} onSubmit={create} onClose={onClose}>
      <Field label="Name">
        {(control) => (
          <input
            {...control}
            class="input"
            dir="auto"
            required
            autofocus
            maxLength={200}
            autocomplete="off"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        )}
      </Field>
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
              <option value="count">Number of rows</option>
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
    </FormDialog>
  );
}
