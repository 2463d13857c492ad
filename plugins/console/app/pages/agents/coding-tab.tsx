import type { CodingSession } from "@postern/client/api";
import { go, pathTo, place } from "../../router.ts";
import { Badge } from "../../ui/badge.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Time } from "../../ui/time.tsx";
import { CodingSessionView } from "./coding-session.tsx";
import { NewCodingSession } from "./new-coding-session.tsx";
import { codingPath, placeOf } from "./paths.ts";

type Status = CodingSession["status"];
const STATES: readonly Status[] = ["starting", "idle", "running", "waiting", "gone"];
const COMMAND = 'postern agentx sessions create --agent demo --prompt "Run the tests" --execute';

/** Sessions of coding agents, and the transcript of one. */
export function CodingTab(tab: TabProps) {
  const { query } = place.value;
  const status = STATES.find((one) => one === query.get("status"));
  const isArchived = query.get("archived") === "yes";
  const suffix = status ? `?status=${status}` : isArchived ? "?archived=yes" : "";
  return (
    <ListPage
      {...tab}
      label="Coding sessions"
      events={["agentx.session.*", "agentx.permission.*"]}
      filter={suffix}
      load={async (client, page, signal) => {
        const { sessions, ...rest } = await client.agentx.sessions.list(
          { archived: isArchived ? "yes" : "no", ...(status && { status }), ...page },
          { signal },
        );
        return { items: sessions as unknown as readonly Partial<CodingSession>[], ...rest };
      }}
      pathOf={(id) => codingPath(id) + suffix}
      row={Row}
      details={(id) => <CodingSessionView id={id} back={codingPath() + suffix} />}
      none={
        suffix === ""
          ? { text: "No sessions of coding agents yet. Start the first one:", command: COMMAND }
          : { text: "No session passes this filter." }
      }
      choose={{ text: "Choose a session to watch its agent, or start one:", command: COMMAND }}
      actions={
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
      }
      create={{
        label: "New session",
        needs: ["agentx.sessions.create", "agentx.agents.list"],
        dialog: (onClose) => <NewCodingSession onClose={onClose} />,
      }}
    />
  );
}

function Row({ item: session }: { item: CodingSession }) {
  const { title, agent, status, updatedAt, archivedAt } = session;
  return (
    <>
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
    </>
  );
}
