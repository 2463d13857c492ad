import { useId, useState } from "preact/hooks";
import { useQuery } from "../../data/query.ts";
import { go } from "../../router.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Problem } from "../../ui/problem.tsx";
import { ALL, pathOf } from "./address.ts";
import type { Chat } from "./chat.ts";

/** Creates a chat, and opens it. */
export function NewChat({ onClose }: { onClose: () => void }) {
  const { may } = useSession();
  const { run } = useActions();
  const id = useId();
  const [title, setTitle] = useState("");
  const [agentId, setAgentId] = useState("");
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const { data: agents = [] } = useQuery("agents", async (client) =>
    may("agents.list") ? (await client.agents.list({ limit: 500, fields: "id,name" })).agents : [],
  );

  async function create(): Promise<void> {
    setBusy(true);
    setError(undefined);
    const input = { ...(title !== "" && { title }), ...(agentId !== "" && { agentId }) };
    try {
      const answer = await run({ operation: "chats.create", input }, { throws: true });
      const { chat } = (answer ?? {}) as { chat?: Chat };
      if (!chat) return;
      onClose();
      go(pathOf(ALL, chat.id));
    } catch (reason) {
      setError(reason);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog
      title="New chat"
      onClose={onClose}
      actions={
        <button type="submit" form={id} class="button main" disabled={isBusy}>
          Create
        </button>
      }
    >
      <form
        id={id}
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
      >
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
        {error !== undefined && <Problem error={error} />}
      </form>
    </Dialog>
  );
}
