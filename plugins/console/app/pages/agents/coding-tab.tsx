import type { CodingSession } from "@postern/client/api";
import { useState } from "preact/hooks";
import { go, pathTo, place } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SplitPage } from "../../ui/split-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Time } from "../../ui/time.tsx";
import { CodingSessionView } from "./coding-session.tsx";
import { NewCodingSession } from "./new-coding-session.tsx";
import { codingPath, placeOf } from "./paths.ts";

type Status = CodingSession["status"];
const STATES: readonly Status[] = ["starting", "idle", "running", "waiting", "gone"];
const COMMAND = 'postern agentx sessions create --agent demo --prompt "Run the tests" --execute';

/** Sessions of coding agents, and the transcript of one. */
export function CodingTab({ tabs, opened }: TabProps) {
  const { may } = useSession();
  const [isCreating, setCreating] = useState(false);
  const { query } = place.value;
  const status = STATES.find((one) => one === query.get("status"));
  const isArchived = query.get("archived") === "yes";
  const suffix = status ? `?status=${status}` : isArchived ? "?archived=yes" : "";
  const id = `coding ${suffix}`;
  return (
    <SplitPage
      title="Agents"
      tabs={tabs}
      current={codingPath()}
      isOpen={opened !== undefined}
      actions={
        <>
          <select
            class="input filter"
            aria-label="State of sessions"
            value={status ?? (isArchived ? "archived" : "")}
            onChange={({ currentTarget: { value } }) =>
              go(
                pathTo(...place.value.parts) +
                  (value === "" ? "" : value === "archived" ? "?archived=yes" : `?status=${value}`),
                { replace: true },
              )
            }
          >
            <option value="">Any state</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
            <option value="archived">archived</option>
          </select>
          {may("agentx.sessions.create", "agentx.agents.list") && (
            <button type="button" class="button main" onClick={() => setCreating(true)}>
              New session
            </button>
          )}
        </>
      }
      list={
        <Rows
          key={id}
          id={id}
          label="Coding sessions"
          events={["agentx.session.*", "agentx.permission.*"]}
          estimate={57}
          keyOf={(session: CodingSession) => session.id}
          load={async (client, page, signal) => {
            const { sessions, ...rest } = await client.agentx.sessions.list(
              { archived: isArchived ? "yes" : "no", ...(status && { status }), ...page },
              { signal },
            );
            return { items: sessions as unknown as readonly Partial<CodingSession>[], ...rest };
          }}
          render={(session) => <Row session={session} isOpened={session.id === opened} suffix={suffix} />}
        >
          {suffix === "" ? (
            <Empty text="No sessions of coding agents yet. Start the first one:" command={COMMAND} />
          ) : (
            <Empty text="No session passes this filter." />
          )}
        </Rows>
      }
    >
      {opened === undefined ? (
        <Empty text="Choose a session to see what its agent does, or start one:" command={COMMAND} />
      ) : (
        <CodingSessionView key={opened} id={opened} back={codingPath() + suffix} />
      )}
      {isCreating && <NewCodingSession onClose={() => setCreating(false)} />}
    </SplitPage>
  );
}

function Row({ session, isOpened, suffix }: { session: CodingSession; isOpened: boolean; suffix: string }) {
  const { id, title, agent, status, updatedAt, archivedAt } = session;
  return (
    <Link to={codingPath(id) + suffix} class="item two-lines" aria-current={isOpened ? "true" : undefined}>
      <span class="row">
        <strong class="cut grow" dir="auto">
          {title ?? agent}
        </strong>
        {archivedAt !== undefined && <Badge text="archived" />}
        <Badge text={status} />
      </span>
      <span class="row small muted">
        <span class="cut">{agent}</span>
        <code class="cut grow">{placeOf(session)}</code>
        <span class="fixed">
          <Time at={updatedAt} />
        </span>
      </span>
    </Link>
  );
}
