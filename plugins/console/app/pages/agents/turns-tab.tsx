import type { AgentTurn } from "@postern/client/api";
import { go, pathTo, place } from "../../router.ts";
import { ListPage } from "../../ui/list-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { turnPath } from "./paths.ts";
import { EVENTS } from "./read.ts";
import { TurnDetails } from "./turn-details.tsx";
import { TurnLines } from "./turn-row.tsx";

type Status = AgentTurn["status"];
const STATES: readonly Status[] = ["pending", "ready", "claimed", "answered", "failed", "expired", "discarded"];
const COMMAND = 'postern chats messages create Tea "Is the kettle on?" --actorId ann';

/** The turns of agents, with what became of them. */
export function TurnsTab(tab: TabProps) {
  const { query } = place.value;
  const status = STATES.find((one) => one === query.get("status"));
  const agent = query.get("agent") ?? "";
  const wanted = { ...(status && { status }), ...(agent !== "" && { agent }) };
  const search = new URLSearchParams(wanted).toString();
  const suffix = search && `?${search}`;

  function filter(changed: { status?: string; agent?: string }): void {
    const all = Object.entries({ ...wanted, ...changed }).filter(([, value]) => value !== "");
    const text = new URLSearchParams(all).toString();
    go(`${pathTo(...place.value.parts)}${text && `?${text}`}`, { replace: true });
  }

  return (
    <ListPage
      {...tab}
      label="Turns"
      events={EVENTS}
      filter={suffix}
      load={async (client, page, signal) => {
        const { turns, ...rest } = await client.agents.turns.list({ ...wanted, ...page }, { signal });
        return { items: turns, ...rest };
      }}
      pathOf={(id) => turnPath(id) + suffix}
      row={TurnLines}
      details={(id) => <TurnDetails id={id} back={turnPath() + suffix} />}
      none={
        suffix === ""
          ? { text: "No turns yet. A message in the chat of an agent becomes a turn:", command: COMMAND }
          : { text: "No turn passes this filter." }
      }
      choose={{ text: "Choose a turn to see its messages and outcome." }}
      actions={
        <>
          <select
            class="input filter"
            aria-label="State of turns"
            value={status ?? ""}
            onChange={({ currentTarget }) => filter({ status: currentTarget.value })}
          >
            <option value="">Any state</option>
            {STATES.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
          <input
            class="input filter"
            type="search"
            data-search
            aria-label="Agent"
            placeholder="Agent, such as main"
            value={agent}
            onChange={({ currentTarget }) => filter({ agent: currentTarget.value.trim() })}
          />
        </>
      }
    />
  );
}
