import type { AgentTurn, ResponderDetails } from "@postern/client/api";
import { useQuery } from "../../data/query.ts";
import { pathTo } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Command } from "../../ui/copy.tsx";
import { Link } from "../../ui/link.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { AgentBudget } from "./budgets.tsx";
import { responderPath, turnPath } from "./paths.ts";
import { useAgents } from "./read.ts";
import { TurnLines } from "./turn-row.tsx";

const LIMIT = 5;

/** What belongs to an agent: its responders, budget, chats and newest turns. */
export function AgentLinks({ agentId }: { agentId: string }) {
  const { may } = useSession();
  return (
    <>
      {may("responders.list") && <AgentResponders agentId={agentId} />}
      {may("responders.budgets.list") && <AgentBudget agentId={agentId} />}
      {may("chats.list") && <AgentChats agentId={agentId} />}
      {may("agents.turns.list") && <AgentTurns agentId={agentId} />}
    </>
  );
}

function AgentResponders({ agentId }: { agentId: string }) {
  const query = useAgents(
    `responders of ${agentId}`,
    async (client, signal) =>
      (await client.responders.list({ agent: agentId, limit: 50 }, { signal }))
        .responders as unknown as readonly ResponderDetails[],
  );
  return (
    <section class="stack">
      <h3>Responders</h3>
      <Loaded query={query}>
        {(responders) =>
          responders.length === 0 ? (
            <>
              <p class="muted">No responder answers its turns yet.</p>
              <Command text={`postern responders create assistant external ${agentId}`} />
            </>
          ) : (
            <ul class="list" aria-label="Responders">
              {responders.map(({ id, kind, status, problem }) => (
                <li key={id} class="row wrap line">
                  <Link to={responderPath(id)}>{id}</Link>
                  <span class="muted">{kind}</span>
                  <Badge text={status} />
                  {problem !== undefined && (
                    <span class="small agent-problem words" dir="auto">
                      {problem}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

function AgentChats({ agentId }: { agentId: string }) {
  const query = useQuery(
    `chats of ${agentId}`,
    (client, signal) => client.chats.list({ agent: agentId, limit: LIMIT }, { signal }),
    { events: ["chats.chat.*"] },
  );
  return (
    <section class="stack">
      <h3>Chats</h3>
      <Loaded query={query}>
        {({ chats, total }) => (
          <>
            {chats.length === 0 && <p class="muted">It has no chats.</p>}
            <ul class="list" aria-label="Chats">
              {chats.map(({ id = "", title, updatedAt = 0 }) => (
                <li key={id} class="row line">
                  <Link to={pathTo("chats", id)} class="cut grow">
                    <span dir="auto">{title ?? id}</span>
                  </Link>
                  <Time at={updatedAt} />
                </li>
              ))}
            </ul>
            {total > chats.length && <p class="small muted">{total.toLocaleString()} chats in all</p>}
          </>
        )}
      </Loaded>
    </section>
  );
}

function AgentTurns({ agentId }: { agentId: string }) {
  const query = useAgents(`turns of ${agentId}`, (client, signal) =>
    client.agents.turns.list({ agent: agentId, limit: LIMIT }, { signal }),
  );
  return (
    <section class="stack">
      <div class="row">
        <h3 class="grow">Newest turns</h3>
        <Link to={`${turnPath()}?agent=${encodeURIComponent(agentId)}`} class="small">
          All turns
        </Link>
      </div>
      <Loaded query={query}>
        {({ turns }) =>
          turns.length === 0 ? (
            <p class="muted">No turns yet. A message in one of its chats becomes a turn.</p>
          ) : (
            <ul class="list agent-turns" aria-label="Newest turns">
              {(turns as unknown as readonly AgentTurn[]).map((turn) => (
                <li key={turn.id}>
                  <Link to={turnPath(turn.id)} class="item two-lines">
                    <TurnLines item={turn} />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
