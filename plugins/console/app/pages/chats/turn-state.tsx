import { actorName } from "@postern/client/actor-names";
import type { Api } from "@postern/client/api";
import { useQuery } from "../../data/query.ts";
import { useSession } from "../../session/session.ts";
import { useActions } from "../../ui/actions.tsx";

type Turn = Api["agents.turns.show"]["output"]["turn"];

const TEXTS: Readonly<Partial<Record<Turn["status"], string>>> = {
  pending: "waits for more messages before it answers",
  ready: "has a turn that no responder has claimed yet",
  claimed: "is answering",
  failed: "could not answer",
  expired: "did not answer in time",
};

/** What the agent of a chat does with the last messages. Nothing after it has answered. */
export function TurnState({ chatId, agentId }: { chatId: string; agentId: string }) {
  const { may } = useSession();
  const { run } = useActions();
  const { data: turn, reload } = useQuery(
    `turn ${chatId} ${agentId}`,
    async (client) => {
      if (!may("agents.turns.list")) return undefined;
      const { turns } = await client.agents.turns.list({ chat: chatId, agent: agentId, limit: 1 });
      return turns[0] as Turn | undefined;
    },
    {
      events: ["agents.turn.*", "chats.message.created"],
      concerns: ({ data }) => {
        const { chatId: id, message } = data as { chatId?: string; message?: { chatId: string } };
        return (id ?? message?.chatId) === chatId;
      },
    },
  );
  const text = turn && TEXTS[turn.status];
  if (!turn || text === undefined) return null;
  const isOver = turn.status === "failed" || turn.status === "expired";
  const operation = isOver ? "agents.turns.retry" : "agents.turns.cancel";
  return (
    <div class="chat-turn row" role="status">
      <span class={`grow words ${isOver ? "is-bad" : "muted"}`} dir="auto">
        {actorName(agentId)} {text}
        {turn.reason === undefined ? "" : `: ${turn.reason}`}
      </span>
      {may(operation) && (
        <button
          type="button"
          class="button quiet"
          onClick={async () => {
            if (await run({ operation, input: { turn: turn.id } })) reload();
          }}
        >
          {isOver ? "Retry" : "Cancel"}
        </button>
      )}
    </div>
  );
}
