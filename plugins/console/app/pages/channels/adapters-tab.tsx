import type { ChannelAdapter } from "@postern/client/api";
import { useState } from "preact/hooks";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { Link } from "../../ui/link.tsx";
import { Empty } from "../../ui/page.tsx";
import { Rows } from "../../ui/rows.tsx";
import { SplitPage } from "../../ui/split-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Time } from "../../ui/time.tsx";
import { AdapterDetails } from "./adapter-details.tsx";
import { NewAdapter } from "./adapter-dialogs.tsx";
import { adapterPath, EVENTS } from "./read.ts";
import { RunnerState } from "./runner-state.tsx";

const COMMAND =
  'postern channels adapters create --id home --kind irc --config \'{"host":"irc.example.org","nick":"postern"}\'';

/** The adapters with their state. */
export function AdaptersTab({ tabs, opened }: TabProps) {
  const { may } = useSession();
  const [isCreating, setCreating] = useState(false);
  return (
    <SplitPage
      title="Channels"
      tabs={tabs}
      current={adapterPath()}
      isOpen={opened !== undefined}
      actions={
        <>
          {may("channels.status") && <RunnerState />}
          {may("channels.adapters.create", "channels.kinds") && (
            <button type="button" class="button main" onClick={() => setCreating(true)}>
              New adapter
            </button>
          )}
        </>
      }
      list={
        <Rows
          id="adapters"
          label="Adapters"
          events={EVENTS}
          estimate={57}
          keyOf={(adapter: ChannelAdapter) => adapter.id}
          load={async (client, page, signal) => {
            const { adapters, ...rest } = await client.channels.adapters.list(page, { signal });
            return { items: adapters as unknown as readonly Partial<ChannelAdapter>[], ...rest };
          }}
          render={(adapter) => <Row adapter={adapter} isOpened={adapter.id === opened} />}
        >
          <Empty text="No adapters yet. Connect the first platform:" command={COMMAND} />
        </Rows>
      }
    >
      {opened === undefined ? (
        <Empty text="Choose an adapter, or connect chats to another platform:" command={COMMAND} />
      ) : (
        <AdapterDetails key={opened} id={opened} />
      )}
      {isCreating && <NewAdapter onClose={() => setCreating(false)} />}
    </SplitPage>
  );
}

function Row({ adapter, isOpened }: { adapter: ChannelAdapter; isOpened: boolean }) {
  const { id, kind, status, reason, lastInboundAt } = adapter;
  return (
    <Link to={adapterPath(id)} class="item two-lines" aria-current={isOpened ? "true" : undefined}>
      <span class="row">
        <strong class="cut grow">{id}</strong>
        <Badge text={status} />
      </span>
      <span class="row small muted">
        <span class="fixed">{kind}</span>
        <span class="cut grow" dir="auto">
          {status === "connected" ? "" : reason}
        </span>
        {lastInboundAt !== undefined && (
          <span class="fixed">
            received <Time at={lastInboundAt} />
          </span>
        )}
      </span>
    </Link>
  );
}
