import type { ResponderDetails } from "@postern/client/api";
import type { Choice } from "../../data/catalog.ts";
import { agentChoices, connectionChoices } from "../../data/choices.ts";
import { useQuery } from "../../data/query.ts";
import { configFields, KindDialog, type KindOfThing } from "../../forms/kind-dialog.tsx";
import { type Asked, OperationDialog } from "../../forms/operation-dialog.tsx";
import { go } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/page.tsx";
import { BUDGET_FIELDS } from "./budgets.tsx";
import { responderPath } from "./paths.ts";

/** Creates a responder of a kind that is chosen first. */
export function NewResponder({ onClose }: { onClose: () => void }) {
  const query = useChoices();
  if (!query.data)
    return (
      <Dialog title="New responder" onClose={onClose}>
        <Loaded query={query}>{() => null}</Loaded>
      </Dialog>
    );
  const { kinds, agents, connections } = query.data;
  return (
    <KindDialog
      operation="responders.create"
      title="New responder"
      kinds={kinds}
      before={[{ name: "id", label: "Id" }, agentsField(agents)]}
      after={() => [
        ...commonFields(connections),
        ...TOOLS,
        ...BUDGET_FIELDS.map((field) => ({ ...field, isRare: true })),
      ]}
      onDone={(answer) => go(responderPath((answer as { responder: ResponderDetails }).responder.id))}
      onClose={onClose}
    />
  );
}

/** Edits a responder. Its kind stays. */
export function EditResponder({ responder, onClose }: { responder: ResponderDetails; onClose: () => void }) {
  const query = useChoices();
  const kind = query.data?.kinds.find(({ id }) => id === responder.kind);
  if (!query.data)
    return (
      <Dialog title="Edit the responder" onClose={onClose}>
        <Loaded query={query}>{() => null}</Loaded>
      </Dialog>
    );
  return (
    <OperationDialog
      operation="responders.update"
      title="Edit the responder"
      action="Save"
      fixed={{ id: responder.id }}
      before={responder as unknown as Record<string, unknown>}
      fields={[
        agentsField(query.data.agents),
        ...(kind ? configFields(kind.config) : []),
        ...commonFields(query.data.connections),
        ...TOOLS,
      ]}
      onClose={onClose}
    />
  );
}

const agentsField = (agents: readonly Choice[]): Asked => ({ name: "agents", choices: agents });

const commonFields = (connections: readonly Choice[]): readonly Asked[] => [
  { name: "connection", ...(connections.length > 0 && { choices: connections }) },
];

const TOOLS: readonly Asked[] = [
  { name: "scopes", isRare: true },
  { name: "concurrency", isRare: true },
];

function useChoices() {
  const session = useSession();
  return useQuery("choices of responders", async (client, signal) => ({
    kinds: (await client.responders.kinds({}, { signal })).kinds as readonly KindOfThing[],
    agents: await agentChoices(session, signal),
    connections: await connectionChoices(session, signal),
  }));
}
