import type { CodingSession } from "@postern/client/api";
import { useQuery } from "../../data/query.ts";
import { OperationDialog } from "../../forms/operation-dialog.tsx";
import { go } from "../../router.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Loaded } from "../../ui/page.tsx";
import { codingPath } from "./paths.ts";

/** Starts a session of one of the configured coding agents. */
export function NewCodingSession({ onClose }: { onClose: () => void }) {
  const query = useQuery("coding agents", (client, signal) => client.agentx.agents.list({ limit: 500 }, { signal }));
  if (!query.data)
    return (
      <Dialog title="New coding session" onClose={onClose}>
        <Loaded query={query}>{() => null}</Loaded>
      </Dialog>
    );
  const agents = query.data.agents.map(({ name = "", title, found }) => ({
    value: name,
    label: `${title ?? name}${found ? "" : " (program not found)"}`,
  }));
  const [only] = agents;
  return (
    <OperationDialog
      operation="agentx.sessions.create"
      title="New coding session"
      action="Show the plan"
      first={agents.length === 1 && only ? { agent: only.value } : {}}
      fields={[
        { name: "agent", choices: agents },
        { name: "prompt" },
        { name: "title" },
        { name: "cwd", label: "Working folder", isRare: true },
        { name: "host", label: "Machine", isRare: true },
      ]}
      onDone={(answer) => go(codingPath((answer as { session: CodingSession }).session.id))}
      onClose={onClose}
    />
  );
}
