import type { Agent, AgentUnanswered, AgentWaiting } from "@postern/client/api";
import { useState } from "preact/hooks";
import { OperationDialog } from "../../forms/operation-dialog.tsx";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { BackLink } from "../../ui/list-page.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Text } from "../../ui/text.tsx";
import { Time } from "../../ui/time.tsx";
import { EDITED_FIELDS } from "./agent-fields.ts";
import { AgentLinks } from "./agent-links.tsx";
import { turnPath } from "./paths.ts";
import { useAgents } from "./read.ts";

type Shown = Agent & { readonly waiting: AgentWaiting; readonly unanswered: AgentUnanswered };

/** One agent: whom it answers, who answers for it, and what waits. */
export function AgentDetails({ id, back }: { id: string; back: string }) {
  const query = useAgents(
    `agent ${id}`,
    async (client, signal) => (await client.agents.show({ id }, { signal })).agent,
  );
  const [isEditing, setEditing] = useState(false);
  return (
    <div class="stack padded">
      <BackLink to={back}> ← All agents</BackLink>
      <Loaded query={query}>
        {(agent) => (
          <>
            <div class="row wrap">
              <h2 class="words" dir="auto">
                {agent.name ?? agent.id}
              </h2>
              {agent.archivedAt !== undefined && <Badge text="archived" />}
            </div>
            <Buttons agent={agent} onEdit={() => setEditing(true)} />
            {agent.description !== undefined && <Text text={agent.description} />}
            <AgentFacts agent={agent} />
            {agent.instructions !== undefined && (
              <section class="stack">
                <h3>Instructions</h3>
                <div class="card">
                  <Text text={agent.instructions} />
                </div>
              </section>
            )}
            <AgentLinks agentId={id} />
            {isEditing && (
              <OperationDialog
                operation="agents.update"
                title="Edit the agent"
                action="Save"
                fixed={{ id }}
                before={agent as unknown as Record<string, unknown>}
                fields={EDITED_FIELDS}
                onClose={() => setEditing(false)}
              />
            )}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Buttons({ agent, onEdit }: { agent: Shown; onEdit: () => void }) {
  const { may } = useSession();
  const { run } = useActions();
  const { id, waiting, unanswered, archivedAt } = agent;
  const isArchived = archivedAt !== undefined;
  const command = isArchived ? "agents.unarchive" : "agents.archive";
  const call = (operation: string, done?: string) =>
    void run({ operation, input: { id } }, done === undefined ? {} : { done });
  return (
    <div class="row wrap">
      {may("agents.update") && (
        <button type="button" class="button" onClick={onEdit}>
          Edit
        </button>
      )}
      {may(command) && (
        <button type="button" class="button" onClick={() => call(command)}>
          {isArchived ? "Restore" : "Archive"}
        </button>
      )}
      {may("agents.turns.flush") && waiting.messages > 0 && !isArchived && (
        <button type="button" class="button" onClick={() => call("agents.turns.flush", "Delivered")}>
          Deliver pending messages
        </button>
      )}
      {may("agents.turns.discard") && waiting.messages + unanswered.ready > 0 && (
        <button type="button" class="button danger" onClick={() => call("agents.turns.discard", "Discarded")}>
          Discard unanswered turns
        </button>
      )}
    </div>
  );
}

function AgentFacts({ agent }: { agent: Shown }) {
  const { id, model, cwd, debounceMs, waiting, unanswered, createdAt, updatedAt, defaults } = agent;
  return (
    <Facts>
      <Fact name="Turns">
        <ul class="row wrap" aria-label="Turns by state">
          {(["pending", "ready", "claimed", "failed"] as const).map((status) => (
            <li key={status}>
              <Link to={`${turnPath()}?agent=${encodeURIComponent(id)}&status=${status}`} class="agent-count">
                {(status === "pending" ? waiting.chats : unanswered[status]).toLocaleString()} {status}
              </Link>
            </li>
          ))}
        </ul>
      </Fact>
      {unanswered.oldestAt !== undefined && (
        <Fact name="Oldest unanswered">
          <Time at={unanswered.oldestAt} />
        </Fact>
      )}
      <Fact name="Model">{model ?? <span class="muted">The responder's</span>}</Fact>
      {cwd !== undefined && (
        <Fact name="Working folder">
          <code>{cwd}</code>
        </Fact>
      )}
      <Fact name="Debounce">
        {debounceMs === 0 ? "Each message is delivered immediately" : `${debounceMs.toLocaleString()} ms`}
      </Fact>
      {defaults?.speech !== undefined && (
        <Fact name="Speech defaults">
          <code>{JSON.stringify(defaults.speech)}</code>
        </Fact>
      )}
      <Fact name="Created">
        <Time at={createdAt} />
      </Fact>
      <Fact name="Changed">
        <Time at={updatedAt} />
      </Fact>
      <Fact name="Id">
        <Id id={id} />
      </Fact>
    </Facts>
  );
}
