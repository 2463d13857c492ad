import type { KeySetUp } from "@postern/client/api";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Table } from "../../ui/table.tsx";

/** What a key and those derived from it have set up, and whether it ends with them. */
export function SetUpItems({ items, isComplete }: KeySetUp) {
  if (items.length === 0) return null;
  return (
    <section class="stack">
      <h3>What it has set up</h3>
      <Table label="What it has set up" columns={["Type", "Name", "When revoked", "Id"]}>
        {items.map(({ group, type, id, name, afterwards }) => (
          <tr key={`${group} ${type} ${id}`}>
            <td>{type}</td>
            <td dir="auto">{name}</td>
            <td>
              <Badge text={afterwards} />
            </td>
            <td>
              <Id id={id} />
            </td>
          </tr>
        ))}
      </Table>
      {!isComplete && <p class="muted">There is more, which is not shown.</p>}
    </section>
  );
}
