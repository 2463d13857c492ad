import type { AgentTurn } from "@postern/client/api";
import { go, pathTo, place } from "../../router.ts";
import { Empty } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SplitPage } from "../../ui/split-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { turnPath } from "./paths.ts";
import { EVENTS } from "./read.ts";
import { TurnDetails } from "./turn-details.tsx";
import { TurnRow } from "./turn-row.tsx";

type Status = AgentTurn["status"];
const STATES: readonly Status[] = ["pending", "ready", "claimed", "answered", "failed", "expired", "discarded"];
const COMMAND = 'postern chats messages create Tea "Is the kettle on?" --actorId ann';

/** The turns of agents, with what became of them. */
export function TurnsTab({ tabs, opened }: TabProps) {
  const { query } = place.value;
  const status = STATES.find((one) => one === query.get("status"));
  const agent = query.get("agent") ?? "";
  const wanted = { ...(status && { status }), ...(agent !== "" && { agent }) };
  const search = new URLSearchParams(wanted).toString();
  const suffix = search && `?${search}`;
  const id = `turns ${suffix}`;

  function filter(changed: { status?: string; agent?: string }): void {
    const all = Object.entries({ ...wanted, ...changed }).filter(([, value]) => value !== "");
    const text = new URLSearchParams(all).toString();
    go(`${pathTo(...place.value.parts)}${text && `?${text}`}`, { replace: true });
  }

  return (
    <SplitPage
      title="Agents"
      tabs={tabs}
      current={turnPath()}
      isOpen={opened !== undefined}
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
      list={
        <Rows
          key={id}
          id={id}
          label="Turns"
          events={EVENTS}
          estimate={57}
          keyOf={(turn: AgentTurn) => turn.id}
          load={async (client, page, signal) => {
            const { turns, ...rest } = await client.agents.turns.list({ ...wanted, ...page }, { signal });
            return { items: turns, ...rest };
          }}
          render={(turn) => <TurnRow turn={turn} isOpened={turn.id === opened} suffix={suffix} />}
        >
          {suffix === "" ? (
            <Empty text="No turns yet. A message in the chat of an agent becomes one:" command={COMMAND} />
          ) : (
            <Empty text="No turn passes this filter." />
          )}
        </Rows>
      }
    >
      {opened === undefined ? (
        <Empty text="Choose a turn to see its messages and what became of it." />
      ) : (
        <TurnDetails key={opened} id={opened} back={turnPath() + suffix} />
      )}
    </SplitPage>
  );
}
