import type { Agent } from "@postern/client/api";
import { useState } from "preact/hooks";
import { OperationDialog } from "../../forms/operation-dialog.tsx";
import { go, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SplitPage } from "../../ui/split-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { AgentDetails } from "./agent-details.tsx";
import { AGENT_FIELDS } from "./agent-fields.ts";
import { agentPath } from "./paths.ts";
import { EVENTS } from "./read.ts";

const COMMAND = "postern agents create --id main --name Main";

/** The agents that receive the messages of chats. */
export function AgentsTab({ tabs, opened }: TabProps) {
  const { may } = useSession();
  const isArchived = place.value.query.get("archived") === "yes";
  const suffix = isArchived ? "?archived=yes" : "";
  const [isCreating, setCreating] = useState(false);
  const id = `agents ${isArchived}`;
  return (
    <SplitPage
      title="Agents"
      tabs={tabs}
      current={agentPath()}
      isOpen={opened !== undefined}
      actions={
        <>
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
          {may("agents.create") && (
            <button type="button" class="button main" onClick={() => setCreating(true)}>
              New agent
            </button>
          )}
        </>
      }
      list={
        <Rows
          key={id}
          id={id}
          label="Agents"
          events={EVENTS}
          estimate={57}
          keyOf={(agent: Agent) => agent.id}
          load={async (client, page, signal) => {
            const { agents, ...rest } = await client.agents.list({ archived: isArchived, ...page }, { signal });
            return { items: agents, ...rest };
          }}
          render={(agent) => <AgentRow agent={agent} isOpened={agent.id === opened} suffix={suffix} />}
        >
          {isArchived ? (
            <Empty text="No archived agents." />
          ) : (
            <Empty text="No agents yet. Create the first one:" command={COMMAND} />
          )}
        </Rows>
      }
    >
      {opened === undefined ? (
        <Empty text="Choose an agent, or create one that answers the messages of its chats:" command={COMMAND} />
      ) : (
        <AgentDetails key={opened} id={opened} back={agentPath() + suffix} />
      )}
      {isCreating && (
        <OperationDialog
          operation="agents.create"
          title="New agent"
          action="Create"
          fields={AGENT_FIELDS}
          onDone={(answer) => go(agentPath((answer as { agent: Agent }).agent.id))}
          onClose={() => setCreating(false)}
        />
      )}
    </SplitPage>
  );
}

function AgentRow({ agent, isOpened, suffix }: { agent: Agent; isOpened: boolean; suffix: string }) {
  const { id, name, model, description, archivedAt } = agent;
  return (
    <Link to={agentPath(id) + suffix} class="item two-lines" aria-current={isOpened ? "true" : undefined}>
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
    </Link>
  );
}
