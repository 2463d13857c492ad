import type { ChannelAdapter } from "@postern/client/api";
import { useSession } from "../../session/session.ts";
import { Badge } from "../../ui/badge.tsx";
import { ListPage } from "../../ui/list-page.tsx";
import type { TabProps } from "../../ui/tabbed-page.tsx";
import { Time } from "../../ui/time.tsx";
import { AdapterDetails } from "./adapter-details.tsx";
import { NewAdapter } from "./adapter-dialogs.tsx";
import { adapterPath, EVENTS } from "./read.ts";
import { RunnerState } from "./runner-state.tsx";

const COMMAND =
  'postern channels adapters create --id home --kind irc --config \'{"host":"irc.example.org","nick":"postern"}\'';

/** The adapters with their state. */
export function AdaptersTab(tab: TabProps) {
  const { may } = useSession();
  return (
    <ListPage
      {...tab}
      label="Adapters"
      events={EVENTS}
      load={async (client, page, signal) => {
        const { adapters, ...rest } = await client.channels.adapters.list(page, { signal });
        return { items: adapters as unknown as readonly Partial<ChannelAdapter>[], ...rest };
      }}
      pathOf={adapterPath}
      row={Row}
      details={(id) => <AdapterDetails id={id} />}
      none={{ text: "No adapters yet. Connect the first platform:", command: COMMAND }}
      choose={{ text: "Choose an adapter, or connect chats to another platform:", command: COMMAND }}
      actions={may("channels.status") && <RunnerState />}
      create={{
        label: "New adapter",
        needs: ["channels.adapters.create", "channels.kinds"],
        dialog: (onClose) => <NewAdapter onClose={onClose} />,
      }}
    />
  );
}

function Row({ item: { id, kind, status, reason, lastInboundAt } }: { item: ChannelAdapter }) {
  return (
    <>
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
    </>
  );
}
