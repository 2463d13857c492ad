import type { ChannelAdapter } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { labelOf } from "../../forms/label.ts";
import { go, pathTo } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Id } from "../../ui/copy.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { Link } from "../../ui/link.tsx";
import { BackLink } from "../../ui/list-page.tsx";
import { Loaded } from "../../ui/page.tsx";
import { Time } from "../../ui/time.tsx";
import { EditAdapter } from "./adapter-dialogs.tsx";
import { Places } from "./places.tsx";
import { adapterPath, EVENTS } from "./read.ts";

/** One adapter: whether it is connected, its configuration, and its conversations. */
export function AdapterDetails({ id }: { id: string }) {
  const { may } = useSession();
  const [isEditing, setEditing] = useState(false);
  const query = useQuery(
    `adapter ${id}`,
    async (client, signal) => (await client.channels.adapters.show({ id }, { signal })).adapter,
    { events: EVENTS },
  );
  return (
    <div class="stack padded">
      <BackLink to={adapterPath()}>← All adapters</BackLink>
      <Loaded query={query}>
        {(adapter) => (
          <>
            <div class="row wrap">
              <h2 class="words">{adapter.id}</h2>
              <Badge text={adapter.status} />
            </div>
            <Buttons adapter={adapter} onEdit={() => setEditing(true)} />
            {adapter.reason !== undefined && adapter.status !== "connected" && (
              <p class={adapter.status === "disabled" ? "notice" : "notice bad-note"}>
                <span class="words" dir="auto">
                  {adapter.reason}
                </span>
              </p>
            )}
            <AdapterFacts adapter={adapter} />
            {may("channels.places.list") && <Places adapterId={id} />}
            {isEditing && <EditAdapter adapter={adapter} onClose={() => setEditing(false)} />}
          </>
        )}
      </Loaded>
    </div>
  );
}

function Buttons({ adapter: { id, status }, onEdit }: { adapter: ChannelAdapter; onEdit: () => void }) {
  const { may } = useSession();
  const { run } = useActions();
  const isDisabled = status === "disabled";
  const call = (operation: string, done?: string) => () =>
    void run({ operation, input: { id } }, done === undefined ? {} : { done });
  async function remove(): Promise<void> {
    const answer = await run({ operation: "channels.adapters.remove", input: { id } }, { done: "Removed" });
    if (answer !== undefined) go(adapterPath());
  }

  return (
    <div class="row wrap">
      {may("channels.adapters.update") && (
        <button type="button" class="button" onClick={onEdit}>
          Edit
        </button>
      )}
      {may("channels.adapters.enable") && (
        <button
          type="button"
          class="button"
          onClick={call("channels.adapters.enable", isDisabled ? "Enabled" : "Reconnecting")}
        >
          {isDisabled ? "Enable" : "Reconnect"}
        </button>
      )}
      {may("channels.adapters.disable") && !isDisabled && (
        <button type="button" class="button" onClick={call("channels.adapters.disable")}>
          Disable
        </button>
      )}
      {may("channels.adapters.remove") && (
        <button type="button" class="button danger" onClick={() => void remove()}>
          Remove
        </button>
      )}
    </div>
  );
}

function AdapterFacts({ adapter }: { adapter: ChannelAdapter }) {
  const { kind, config, connection, agent, reconnectCount } = adapter;
  const times = [
    ["Connected", adapter.connectedAt],
    ["Last received", adapter.lastInboundAt],
    ["Last sent", adapter.lastOutboundAt],
    ["Last ping answered", adapter.lastPongAt],
  ] as const;
  return (
    <div class="pair">
      <section class="stack channel-facts">
        <h3>Activity</h3>
        <Facts>
          {times.map(([name, at]) => (
            <Fact key={name} name={name}>
              {at === undefined ? <span class="muted">Never</span> : <Time at={at} />}
            </Fact>
          ))}
          <Fact name="Reconnects">{reconnectCount.toLocaleString()}</Fact>
          <Fact name="Created">
            <Time at={adapter.createdAt} />
          </Fact>
          <Fact name="Changed">
            <Time at={adapter.updatedAt} />
          </Fact>
        </Facts>
      </section>
      <section class="stack channel-facts">
        <h3>Configuration</h3>
        <Facts>
          <Fact name="Kind">{kind}</Fact>
          {Object.entries(config).map(([name, value]) => (
            <Fact key={name} name={labelOf(name)}>
              <span dir="auto">{textOf(value)}</span>
            </Fact>
          ))}
          {agent !== undefined && (
            <Fact name="Agent">
              <Link to={pathTo("agents", "list", agent)}>{agent}</Link>
            </Fact>
          )}
          {connection !== undefined && (
            <Fact name="Connection">
              <Id id={connection} />
            </Fact>
          )}
        </Facts>
      </section>
    </div>
  );
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  return Array.isArray(value) && value.every((one) => typeof one === "string")
    ? value.join(", ")
    : JSON.stringify(value);
}
