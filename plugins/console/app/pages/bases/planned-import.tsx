import type { Property } from "@postern/client/api";
import { Table } from "../../ui/table.tsx";
import { countText } from "./count.ts";
import { TYPES } from "./types.ts";

/** What the plan of an import says. */
export interface ImportPlan {
  readonly summary: string;
  readonly isRefused: boolean;
  readonly columns: { readonly ids: readonly string[]; readonly names: readonly string[] };
  readonly properties: readonly Pick<Property, "id" | "name" | "type">[];
  readonly lines: number;
  readonly good: number;
  readonly bad: number;
  readonly diagnostics: readonly { line: number; column?: string; message: string }[];
  readonly diagnosticsTotal: number;
}

/** How many errors are shown. */
const SHOWN_ERRORS = 50;

interface PlannedImportProps {
  readonly plan: ImportPlan;
  readonly properties: readonly Property[];
}

/** What an import would do: the property of each column, and what is wrong with the file. */
export function PlannedImport({ plan, properties }: PlannedImportProps) {
  const { summary, columns, diagnostics, diagnosticsTotal } = plan;
  const targetOf = (id: string | undefined): string => {
    const known = properties.find((one) => one.id === id);
    if (known) return `${known.name} (${TYPES[known.type].label})`;
    const created = plan.properties.find((one) => one.id === id);
    return created ? `New: ${created.name} (${TYPES[created.type].label})` : "—";
  };
  return (
    <>
      <p class="words" dir="auto">
        {summary}
      </p>
      <Table label="Columns of the file" columns={["Column", "Property"]}>
        {columns.names.map((name, at) => (
          <tr key={`${at} ${name}`}>
            <td dir="auto">{name}</td>
            <td dir="auto">{targetOf(columns.ids[at])}</td>
          </tr>
        ))}
      </Table>
      {diagnostics.length > 0 && (
        <>
          <p>{countText(diagnosticsTotal, "error")}</p>
          <Table label="Errors" columns={["Line", "Column", "Error"]}>
            {diagnostics.slice(0, SHOWN_ERRORS).map(({ line, column, message }, at) => (
              <tr key={`${at} ${line}`}>
                <td>{line}</td>
                <td dir="auto">{column}</td>
                <td dir="auto">{message}</td>
              </tr>
            ))}
          </Table>
        </>
      )}
    </>
  );
}
