import { useQuery } from "../../data/query.ts";
import { Badge } from "../../ui/badge.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Table } from "../../ui/table.tsx";

/** The plugins of the gateway, failed ones with their error. */
export function Plugins() {
  const query = useQuery("plugins", (client) => client.service.plugins({ limit: 500 }));
  return (
    <Loaded query={query}>
      {({ plugins }) => (
        <div class="card narrow">
          <Table label="Plugins" columns={["Plugin", "State", "Version", "Operations"]}>
            {plugins.map(({ id, state = "", version, operations, error }) => (
              <tr key={id}>
                <td>{id}</td>
                <td>
                  <Badge text={state} />
                  {error !== undefined && <div class="small words">{error}</div>}
                </td>
                <td>{version}</td>
                <td>{operations}</td>
              </tr>
            ))}
          </Table>
        </div>
      )}
    </Loaded>
  );
}
