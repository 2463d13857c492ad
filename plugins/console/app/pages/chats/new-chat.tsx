import { useId, useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { go } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { ALL, pathOf } from "./address.ts";
import type { Chat } from "./chat.ts";

/** Creates a chat, and opens it. */
export function NewChat({ onClose }: { onClose: () => void }) {
  const { may } = useSession();
  const { run } = useActions();
  const id = useId();
  const [title, setTitle] = useState("");
  const [agentId, setAgentId] = useState("");
  const { data: agents = [] } = useQuery("agents", async (client) =>
    may("agents.list") ? (await client.agents.list({ limit: 500, fields: "id,name" })).agents : [],
  );

  async function create(): Promise<void> {
    const input = { ...(title !== "" && { title }), ...(agentId !== "" && { agentId }) };
    const answer = await run({ operation: "chats.create", input }, { throws: true });
    const { chat } = (answer ?? {}) as { chat?: Chat };
    if (!chat) return;
    onClose();
    go(pathOf(ALL, chat.id));
  }

  return (
    <FormDialog title="New chat" action="Create" onSubmit={create} onClose={onClose}>
      <div class="field">
        <label for={`${id}-title`}>Title</label>
        <input
          id={`${id}-title`}
          class="input"
          dir="auto"
          placeholder="Optional"
          value={title}
          onInput={(event) => setTitle(event.currentTarget.value)}
        />
      </div>
      <div class="field">
        <label for={`${id}-agent`}>Agent that answers</label>
        <select
          id={`${id}-agent`}
          class="input"
          value={agentId}
          onChange={(event) => setAgentId(event.currentTarget.value)}
        >
          <option value="">No agent</option>
          {agents.map(({ id: agent = "", name }) => (
            <option key={agent} value={agent}>
              {name === undefined || name === agent ? agent : `${name} (${agent})`}
            </option>
          ))}
        </select>
        {agents.length === 0 && <span class="hint">Create one: postern agents create --id main</span>}
      </div>
    </FormDialog>
  );
}
