import type { Agent } from "@postern/client/api";
import { OperationDialog } from "../../forms/operation-dialog.tsx";
import { go, place } from "../../router.ts";
import { Badge } from "../../ui/badge.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { AgentDetails } from "./agent-details.tsx";
import { AGENT_FIELDS } from "./agent-fields.ts";
import { agentPath } from "./paths.ts";
import { EVENTS } from "./read.ts";

const COMMAND = "postern agents create --id main --name Main";

/** The agents that receive the messages of chats. */
export function AgentsTab(tab: TabProps) {
  const isArchived = place.value.query.get("archived") === "yes";
  const suffix = isArchived ? "?archived=yes" : "";
  return (
    <ListPage
      {...tab}
      label="Agents"
      events={EVENTS}
      filter={suffix}
      load={async (client, page, signal) => {
        const { agents, ...rest } = await client.agents.list({ archived: isArchived, ...page }, { signal });
        return { items: agents, ...rest };
      }}
      pathOf={(id) => agentPath(id) + suffix}
      row={Row}
      details={(id) => <AgentDetails id={id} back={agentPath() + suffix} />}
      none={
        isArchived
          ? { text: "No archived agents." }
          : { text: "No agents yet. Create the first one:", command: COMMAND }
      }
      choose={{ text: "Choose an agent, or create one that answers the messages of its chats:", command: COMMAND }}
      actions={
        <select
          class="input filter"
          aria-label="State of agents"
          value={isArchived ? "yes" : ""}
          onChange={({ currentTarget: { value } }) =>
            go(agentPath() + (value === "" ? "" : "?archived=yes"), { replace: true })
          }
        >
          <option value="">Active</option>
          <option value="yes">Archived</option>
        </select>
      }
      create={{
        label: "New agent",
        needs: ["agents.create"],
        dialog: (onClose) => (
          <OperationDialog
            operation="agents.create"
            title="New agent"
            action="Create"
            fields={AGENT_FIELDS}
            onDone={(answer) => go(agentPath((answer as { agent: Agent }).agent.id))}
            onClose={onClose}
          />
        ),
      }}
    />
  );
}

function Row({ item: { id, name, model, description, archivedAt } }: { item: Agent }) {
  return (
    <>
      <span class="row">
        <strong class="cut" dir="auto">
          {name ?? id}
        </strong>
        {archivedAt !== undefined && <Badge text="archived" />}
      </span>
      <span class="row small muted">
        <code class="cut">{id}</code>
        {model !== undefined && <span class="cut">{model}</span>}
        {description !== undefined && (
          <span class="cut grow" dir="auto">
            {description}
          </span>
        )}
      </span>
    </>
  );
}
