import type { Api } from "@postern/client/api";
import { Badge } from "../../ui/badge.tsx";
import { Table } from "../../ui/table.tsx";

/** What a check of a widget found. */
export function Findings({ check: { success, diagnostics } }: { check: Api["widgets.check"]["output"] }) {
  if (diagnostics.length === 0) return <p>The check found nothing.</p>;
  return (
    <section class="stack">
      <p>{success ? "The check has warnings." : "The check found errors. Fix them and choose the folder again."}</p>
      <Table label="Findings of the check" columns={["Severity", "Place", "Message"]}>
        {diagnostics.slice(0, 100).map(({ severity, file, line, column, message, code }) => (
          <tr key={`${file} ${line} ${column} ${code} ${message}`}>
            <td>
              <Badge text={severity} tone={severity === "error" ? "bad" : "warn"} />
            </td>
            <td>
              <code>
                {file}:{line}:{column}
              </code>
            </td>
            <td dir="auto">{message}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}
