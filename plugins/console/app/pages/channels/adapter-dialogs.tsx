import type { ChannelAdapter, ChannelKind } from "@postern/client/api";
import { agentChoices, connectionChoices } from "../../data/choices.ts";
import { useQuery } from "../../data/query.ts";
import { configFields, KindDialog } from "../../forms/kind-dialog.tsx";
import { type Asked, OperationDialog } from "../../forms/operation-dialog.tsx";
import { go } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/page.tsx";
import { adapterPath } from "./read.ts";

/** Creates an adapter of a kind that is chosen first. */
export function NewAdapter({ onClose }: { onClose: () => void }) {
  const query = useChoices();
  if (!query.data)
    return (
      <Dialog title="New adapter" onClose={onClose}>
        <Loaded query={query}>{() => null}</Loaded>
      </Dialog>
    );
  const { kinds, ...choices } = query.data;
  return (
    <KindDialog
      operation="channels.adapters.create"
      title="New adapter"
      kinds={kinds}
      before={[{ name: "id", label: "Id" }]}
      after={({ id }) =>
        commonFields(
          choices,
          kinds.find((kind) => kind.id === id),
        )
      }
      onDone={(answer) => go(adapterPath((answer as { adapter: ChannelAdapter }).adapter.id))}
      onClose={onClose}
    />
  );
}

/** Edits an adapter. Its kind stays. */
export function EditAdapter({ adapter, onClose }: { adapter: ChannelAdapter; onClose: () => void }) {
  const query = useChoices();
  if (!query.data)
    return (
      <Dialog title="Edit the adapter" onClose={onClose}>
        <Loaded query={query}>{() => null}</Loaded>
      </Dialog>
    );
  const { kinds, ...choices } = query.data;
  const kind = kinds.find(({ id }) => id === adapter.kind);
  return (
    <OperationDialog
      operation="channels.adapters.update"
      title="Edit the adapter"
      action="Save"
      fixed={{ id: adapter.id }}
      before={adapter as unknown as Record<string, unknown>}
      fields={[...(kind ? configFields(kind.config) : []), ...commonFields(choices, kind)]}
      onClose={onClose}
    />
  );
}

type Choices = Awaited<ReturnType<typeof readChoices>>;

/** The connection holds the secret, if the platform has one. */
function commonFields(
  { agents, connections }: Omit<Choices, "kinds">,
  kind: ChannelKind | undefined,
): readonly Asked[] {
  const fields: Asked[] = [{ name: "agent", ...(agents.length > 0 && { choices: agents }) }];
  if (kind && !kind.secret) return fields;
  const isRequired = kind?.secret?.needed ?? false;
  return [{ name: "connection", isRequired, ...(connections.length > 0 && { choices: connections }) }, ...fields];
}

function useChoices() {
  const session = useSession();
  return useQuery("choices of adapters", (_, signal) => readChoices(session, signal));
}

const readChoices = async (session: ReturnType<typeof useSession>, signal: AbortSignal) => ({
  kinds: (await session.client.channels.kinds({}, { signal })).kinds as readonly ChannelKind[],
  agents: await agentChoices(session, signal),
  connections: await connectionChoices(session, signal),
});
